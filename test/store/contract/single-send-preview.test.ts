import { expect } from 'chai';
import PostalMime from 'postal-mime';
import { INERT_TOKEN } from '../../../common/domain/tokens.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { secondRefusal } from '../../support/answers.ts';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

describe('the preview of a single send', () => {
  let api: Api;
  let ground: Ground;
  let contact: number;

  before(async () => {
    api = await startApi('contract-single-send-preview', {
      RATE_CALLS: '0',
      BOUNCE_DOMAIN: 'bounces.example',
    });
  });
  after(() => api.stop());
  beforeEach(async () => {
    ground = await anAccount(api);
    await addContacts(ground, ['zoë@example.com'], { first_name: 'Zoë <b>', custom_field: { plan: 'gold' } });
    contact = (await rows(Contact).findOne({ user_id: ground.client.user_id }))!._id;
  });

  async function createSend(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const answer = await ground.client.post('/single/send/create', aSend(ground, fields));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.utr;
  }
  const preview = (utr: string, more = '') => ground.client.get(`/single-send/preview?utr=${utr}${more}`);
  const page = `http://localhost:3000/preferences/${INERT_TOKEN}`;

  it('shows the mail as the contact would get it', async () => {
    const utr = await createSend({
      subject: 'News for ((first_name|you)), ((sender_name))',
      preheader: 'Your plan is ((plan))',
      template_html:
        '<p>Hello ((first_name|you)), ((plan|none)): <a href="https://shop.example/?who=((email))">Shop</a></p><p>((sender_address)) <a href="((unsubscribe_preferences))">Stop</a></p>',
    });
    const { status, body } = await preview(utr, `&contact_id=${contact}`);
    expect(status).to.equal(200);
    const { raw, html, ...rest } = body.message.preview;
    expect(rest).to.deep.equal({
      subject: 'News for Zoë <b>, Ada Sender',
      preheader: 'Your plan is gold',
      text: `Hello Zoë <b>, gold: Shop [https://shop.example/?who=zo%C3%AB%40example.com]\n\n1 Main Street, Afghanistan Stop [${page}]\n`,
    });
    expect(html).to.include(
      'Hello Zoë &lt;b&gt;, gold: <a href="https://shop.example/?who=zo%C3%AB%40example.com">Shop</a>',
    );
    expect(html).to.include(`<a href="${page}">Stop</a>`).and.not.include('/o/').and.not.include('/c/');
    const read = await PostalMime.parse(raw);
    expect(read.to).to.deep.equal([{ address: 'zoë@example.com', name: 'Zoë <b> Last0' }]);
    expect(read.from).to.deep.include({ address: 'ada@sender.example', name: 'Ada Sender' });
    expect(read.html).to.equal(html);
    const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).to.equal(`<http://localhost:3000/unsubscribe/${INERT_TOKEN}>`);
    expect(headers.get('message-id')).to.equal(`<preview-${utr}@localhost>`);
    expect(headers.has('feedback-id')).to.equal(false);
  });

  it('shows fallbacks without a contact', async () => {
    const { subject, html } = (await preview(await createSend({ subject: 'For ((first_name|you))' }))).body
      .message.preview;
    expect(subject).to.equal('For you');
    expect(html).to.include('<p>Hello you</p>').and.include(`<a href="${page}"`);
  });

  it('shows MJML and built-in templates as they are sent', async () => {
    const mjml =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi ((first_name))</mj-text></mj-column></mj-section></mj-body></mjml>';
    const own = await createSend({ template_html: '', template_json: JSON.stringify({ mjml }) });
    expect((await preview(own, `&contact_id=${contact}`)).body.message.preview.html).to.include(
      'Hi Zoë &lt;b&gt;',
    );
    const built = await createSend({ template_id: 2, template_html: '' });
    expect((await preview(built)).body.message.preview.html).to.include('Ada Sender');
  });

  it('refuses a missing send or contact, and those of another account', async () => {
    const utr = await createSend();
    const other = await anAccount(api);
    await addContacts(other, ['other@example.com']);
    const foreign = (await rows(Contact).findOne({ user_id: other.client.user_id }))!._id;
    expect((await other.client.get(`/single-send/preview?utr=${utr}`)).body).to.deep.equal({
      status: 'failed',
      errors: 'Record not found',
    });
    for (const id of [foreign, 999_999])
      expect((await preview(utr, `&contact_id=${id}`)).body.errors).to.deep.equal({
        contact_id: ['The selected contact id is invalid.'],
      });
    expect((await preview(utr, '&contact_id=x')).body.errors).to.deep.equal({
      contact_id: ['The contact id field must be an integer.'],
    });
  });

  it('says why a template can not be rendered', async () => {
    const utr = await createSend();
    const template_json = JSON.stringify({ mjml: '<mjml><mj-body><mj-nope/></mj-body></mjml>' });
    await rows(SingleSend).updateOne({ utr }, { $set: { template_html: null, template_json } });
    const { status, body } = await preview(utr);
    expect([status, body]).to.deep.equal([
      409,
      {
        status: 'failed',
        errors: 'Template can not be rendered',
        hints: {
          template: ['line 1: <mj-nope> is no element of MJML; use one that is, or put HTML into <mj-text>.'],
        },
      },
    ]);
  });

  it('shows a mail of 2 MiB, without the message itself', async () => {
    const utr = await createSend({ template_html: `<p>${'é'.repeat(2 ** 20 - 100)}</p>` });
    // On a busy machine rendering may take longer than the call waits: then it says that it can be made again.
    const answer = await until(async () => {
      const one = await preview(utr);
      return [429, 503].includes(one.status) ? null : one;
    }, 'the mail to be rendered');
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).to.equal(200);
    const shown = answer.body.message.preview;
    expect(shown.raw).to.equal(null);
    expect(shown.html.length).to.be.above(2 ** 20 - 100);
  });

  it('contains links that change nothing', async () => {
    for (const path of [`/unsubscribe/${INERT_TOKEN}`, `/preferences/${INERT_TOKEN}`])
      for (const method of ['GET', 'POST']) {
        const { status, body } = await api.request(path, {
          method,
          ...(method === 'POST' && {
            body: new URLSearchParams({ all: '1', 'List-Unsubscribe': 'One-Click' }),
          }),
        });
        expect([path, method, status]).to.deep.equal([path, method, 200]);
        expect(body).to.include('This link is from a test');
      }
    expect(await rows(Suppression).countDocuments({})).to.equal(0);
  });

  it('counts in renders_per_minute, and leaves nothing behind', async () => {
    const utr = await createSend();
    await preview(utr, `&contact_id=${contact}`);
    expect(await rows(Delivery).countDocuments({ user_id: ground.client.user_id })).to.equal(0);
    const another = await api.another({ QUOTA_RENDERS_PER_MINUTE: '1' });
    const { public_key: PublicKey, secret_key: SecretKey } = ground.client;
    const ask = () =>
      another.request(`/api/single-send/preview?utr=${utr}`, { headers: { PublicKey, SecretKey } });
    const { status, body } = await secondRefusal(ask);
    expect([status, body.errors]).to.deep.equal([429, 'Quota reached: renders_per_minute (see GET quotas)']);
    await another.stop();
  });
});
