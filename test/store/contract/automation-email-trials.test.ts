import { expect } from 'chai';
import { INERT_TOKEN } from '../../../common/domain/tokens.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Sender } from '../../../common/models/senders.ts';
import { failed, secondRefusal } from '../../support/answers.ts';
import { type Api, startApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { sentAgain } from '../../support/sent-again.ts';
import { addContacts } from '../../support/world.ts';

const MISSING = failed(404, 'Record not found');
const HTML =
  '<p>Hello ((first_name|you))</p><p>((sender_address)) <a href="((unsubscribe_preferences))">Stop</a></p>';

describe('the preview and the check of an email of an automation', () => {
  let api: Api;
  let ground: Ground;
  let utr: string;
  let contact: number;

  before(async () => {
    api = await startApi('contract-automation-email-trials', { RATE_CALLS: '0' });
  });
  after(() => api.stop());
  beforeEach(async () => {
    ground = await anAccount(api);
    await addContacts(ground, ['zoë@example.com'], { first_name: 'Zoë' });
    contact = (await rows(Contact).findOne({ user_id: ground.client.user_id }))!._id;
    const series = await createSeries(ground);
    ({ utr } = await series.email({ subject: 'For ((first_name|you))', template_html: HTML }));
  });

  type Fields = Readonly<Record<string, unknown>>;
  const ask =
    (path: string) =>
    (fields: Fields = {}, by = ground.client) =>
      sentAgain(() => by.post(`/automations/schedule/${path}`, { utr, ...fields }));
  const preview = ask('preview');
  const check = ask('check');
  const stored = () => rows(AutomationSchedule).findOne({ utr });
  const codes = async (fields: Fields = {}): Promise<string[]> => {
    const { status, body } = await check(fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.problems.map(({ code }: { code: string }) => code);
  };

  it('shows the stored email as a contact would get it', async () => {
    const { subject, html } = (await preview({ contact_id: contact })).body.message.preview;
    expect(subject).to.equal('For Zoë');
    expect(html)
      .to.include('<p>Hello Zoë</p>')
      .and.include(`/preferences/${INERT_TOKEN}`)
      .and.not.include('/o/');
    expect((await preview()).body.message.preview.subject).to.equal('For you');
  });

  it('shows and checks content that the call gives, and stores nothing', async () => {
    const before = await stored();
    const shown = (await preview({ subject: 'Not saved', preheader: 'Soon', template_html: '<p>New</p>' }))
      .body.message.preview;
    expect(shown).to.include({ subject: 'Not saved', preheader: 'Soon' });
    expect(shown.html).to.include('<p>New</p>');
    // No DNS server answers here.
    expect(await codes()).to.deep.equal(['sender_unsigned', 'dns_record']);
    expect(await codes({ subject: 'Hi ((firstname))', template_html: '' })).to.include.members([
      'template_empty',
      'placeholder_unknown',
    ]);
    expect(await stored()).to.deep.equal(before);
    const own = { user_id: ground.client.user_id };
    expect(await rows(Delivery).countDocuments(own)).to.equal(0);
    expect(await rows(Mailing).countDocuments(own)).to.equal(0);
  });

  it('names an image that was not chosen', async () => {
    expect(await codes({ template_html: `${HTML}<img alt="">` })).to.include('image_missing');
    expect(
      await codes({ template_html: `${HTML}<img alt="" src="https://a.invalid/x.png">` }),
    ).to.not.include('image_missing');
  });

  it('names a deleted sender, and a design that can not be rendered', async () => {
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { deleted_at: new Date() } });
    const template_json = JSON.stringify({ mjml: '<mjml><mj-body><mj-nope/></mj-body></mjml>' });
    expect(await codes({ sender_id: ground.sender_id, template_json })).to.deep.equal([
      'sender_deleted',
      'template_failed',
    ]);
    const { status, body } = await preview({ template_json });
    expect([status, body.errors, body.hints.template.length]).to.deep.equal([
      409,
      'Template can not be rendered',
      1,
    ]);
  });

  it('refuses wrong inputs and the records of another account', async () => {
    const other = await anAccount(api);
    await addContacts(other, ['other@example.com']);
    const foreign = (await rows(Contact).findOne({ user_id: other.client.user_id }))!._id;
    for (const call of [preview, check]) {
      expect(await call({}, other.client)).to.deep.include(MISSING);
      expect(await call({ utr: '5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11' })).to.deep.include(MISSING);
      for (const fields of [
        { sender_id: other.sender_id },
        { template_id: 999 },
        { subject: 'x'.repeat(100_000) },
        { subject: ['a'] },
        { template_json: '{}' },
        { template_html: { path: '/etc/passwd' } },
      ]) {
        const { status, body } = await call(fields);
        expect([status, Object.keys(body.errors)]).to.deep.equal([422, Object.keys(fields)]);
      }
    }
    for (const contact_id of [foreign, 'x'])
      expect(Object.keys((await preview({ contact_id })).body.errors)).to.deep.equal(['contact_id']);
  });

  it('answers 404 once the automation is deleted', async () => {
    const { automation_id } = (await stored())!;
    await ground.client.post('/automations/bulk-delete', { strIds: String(automation_id) });
    for (const call of [preview, check]) expect(await call()).to.deep.include(MISSING);
  });

  it('counts in renders_per_minute', async () => {
    const another = await api.another({ QUOTA_RENDERS_PER_MINUTE: '1' });
    const { public_key: PublicKey, secret_key: SecretKey } = ground.client;
    const call = () =>
      another.request('/api/automations/schedule/preview', {
        method: 'POST',
        headers: { PublicKey, SecretKey },
        body: new URLSearchParams({ utr }),
      });
    const { status, body } = await secondRefusal(call);
    expect([status, body.errors]).to.deep.equal([429, 'Quota reached: renders_per_minute (see GET quotas)']);
    await another.stop();
  });
});
