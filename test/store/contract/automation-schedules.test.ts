import { expect } from 'chai';
import { DELETED, failed, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { anAccount, type Ground, layGround } from '../../support/factories.ts';
import { withoutHints, withoutNames } from '../../support/made.ts';
import { until } from '../../support/until.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MISSING = failed(404, 'Record not found');
const MJML = JSON.stringify({
  mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
});

describe('the API of automation emails', () => {
  let api: Api;
  let client: Client;
  let ground: Ground;
  let automation: { id: number; utr: string };

  before(async () => {
    api = await startApi('contract-automation-schedules', { PUBLIC_URL: 'https://mail.example.com/' });
  });
  beforeEach(async () => {
    client = await api.account();
    ground = await layGround(client);
    const { utr } = (await client.post('/automations/create', { type: 'custom', automation_name: 'Series' }))
      .body.message;
    automation = (await client.get(`/automations/details?utr=${utr}`)).body.message.automation;
  });
  after(() => api.stop());

  const plain = () => ({
    utr: automation.utr,
    sender_id: ground.sender_id,
    subject: 'Hello ((first_name|there))',
    waiting_period: 3,
    waiting_type: 'days',
    template_id: 2,
    preview_img: 'newsletter.png',
  });
  const create = (fields: Record<string, unknown> = {}, owner = client) =>
    owner.post('/automations/schedule/create', { ...plain(), ...fields });
  const update = (utr: string, fields: Record<string, unknown> = {}, owner = client) =>
    owner.post('/automations/schedule/update', { ...plain(), utr, ...fields });
  const remove = (utr: string, owner = client) => owner.delete(`/automations/schedule/delete?utr=${utr}`);
  const listOf = async () =>
    (await client.get(`/automations/schedule?utr=${automation.utr}`)).body.message.automation_schedules;
  const last = async () => (await listOf()).at(-1);

  it('stores an email from a form, and lists it as it was created', async () => {
    const form = new FormData();
    for (const [key, value] of Object.entries(plain())) form.append(key, String(value));
    form.append('template_json', '');
    expect(withoutNames(await client.post('/automations/schedule/create', form))).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Schedule Added', warnings: [] },
    });
    const list = await client.get(`/automations/schedule?utr=${automation.utr}`);
    const [mail] = list.body.message.automation_schedules;
    expect(list).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          automation_schedules: [
            {
              id: mail.id,
              user_id: client.user_id,
              automation_id: automation.id,
              sender_id: ground.sender_id,
              template_id: 2,
              subject: 'Hello ((first_name|there))',
              waiting_period: 3,
              waiting_type: 'days',
              utr: mail.utr,
              preview_img: 'newsletter.png',
              template_json: null,
              template_html: null,
              template_text: null,
              created_at: mail.created_at,
              updated_at: mail.updated_at,
              design_url: `https://mail.example.com/design/${mail.utr}`,
              image: 'https://mail.example.com/images/newsletter.png',
              preheader: '',
              tracking: 1,
              version: 0,
            },
          ],
        },
      },
    });
    expect(mail.utr).to.match(UUID);
    expect(mail.created_at).to.match(TIMESTAMP);
  });

  it('serves the image of an email', async () => {
    await create();
    const { image } = await last();
    expect(await api.request(new URL(image).pathname)).to.deep.include({ status: 200 });
  });

  it('changes what an update gives, and keeps the rest', async () => {
    await create();
    const mail = await last();
    const changes = { subject: 'Hi', waiting_type: 'hours', waiting_period: 12, template_html: '<p>Hi</p>' };
    expect(await update(mail.utr, changes)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Updated Successfully', utr: mail.utr, warnings: [], version: 1 },
    });
    const changed = await last();
    expect(changed).to.deep.equal({ ...mail, ...changes, version: 1, updated_at: changed.updated_at });
  });

  it('keeps a preheader when an update leaves it out, and removes it when it is blank', async () => {
    const { body } = await create({ preheader: ' For ((first_nam)) ' });
    expect(body.warnings.join()).to.include('first_nam').and.include('preheader');
    const { utr } = await last();
    const shown = async () => (await last()).preheader;
    expect(await shown()).to.equal('For ((first_nam))');
    await update(utr);
    expect(await shown()).to.equal('For ((first_nam))');
    await update(utr, { preheader: 'Other' });
    expect(await shown()).to.equal('Other');
    expect((await update(utr, { preheader: 'x'.repeat(999) })).status).to.equal(422);
    expect((await update(utr, { preheader: ['a', 'b'] })).status).to.equal(422);
    expect(await shown()).to.equal('Other');
    const copy = (await client.get(`/automations/duplicate?utr=${automation.utr}`)).body.utr;
    const copied = (await client.get(`/automations/schedule?utr=${copy}`)).body.message.automation_schedules;
    expect(copied.map((mail: { preheader: string }) => mail.preheader)).to.deep.equal(['Other']);
    await update(utr, { preheader: '' });
    expect(await shown()).to.equal('');
  });

  it('keeps `tracking` when an update leaves it out, and in a copy', async () => {
    const shown = async () => (await last()).tracking;
    await create({ tracking: 0 });
    const { utr } = await last();
    expect(await shown()).to.equal(0);
    await update(utr);
    expect(await shown()).to.equal(0);
    expect((await update(utr, { tracking: 2 })).status).to.equal(422);
    const copy = (await client.get(`/automations/duplicate?utr=${automation.utr}`)).body.utr;
    const copied = (await client.get(`/automations/schedule?utr=${copy}`)).body.message.automation_schedules;
    expect(copied.at(-1).tracking).to.equal(0);
    await update(utr, { tracking: 'true' });
    expect(await shown()).to.equal(1);
  });

  it('answers 404 for an email after it is deleted', async () => {
    await create();
    const { utr } = await last();
    expect(await remove(utr)).to.deep.include(DELETED);
    expect(await remove(utr)).to.deep.include(MISSING);
    expect(await listOf()).to.deep.equal([]);
  });

  it('keeps the code when an update leaves it out', async () => {
    await create({ template_html: '<p>One</p>' });
    await update((await last()).utr);
    expect(await last()).to.deep.include({ template_html: '<p>One</p>', template_json: null });
  });

  it('removes the HTML when an update gives a document, and a document that it gives blank', async () => {
    await create({ template_html: '<p>One</p>' });
    const { utr } = await last();
    // On a busy machine the first design may have to be sent again: its renderer is still being started.
    await until(async () => (await update(utr, { template_json: MJML })).status === 200, 'the update');
    expect(await last()).to.deep.include({ template_html: null, template_json: MJML });
    expect((await update(utr, { template_json: '' })).body).to.deep.include({ status: 'success' });
    expect(await last()).to.deep.include({ template_html: null, template_json: null });
  });

  it('stores a waiting period of 1 for an email that is sent instantly', async () => {
    await create({ waiting_type: 'instantly', waiting_period: 0 });
    expect(await last()).to.deep.include({ waiting_type: 'instantly', waiting_period: 1 });
  });

  it('names missing inputs', async () => {
    const missing = failed(422, {
      utr: ['The utr field is required.'],
      sender_id: ['The sender id field is required.'],
      subject: ['The subject field is required.'],
      waiting_type: ['The waiting type field is required.'],
      waiting_period: ['The waiting period field is required.'],
      template_id: ['The template id field is required.'],
      preview_img: ['The preview img field is required.'],
    });
    expect(await client.post('/automations/schedule/create', {})).to.deep.include(missing);
    expect(await client.post('/automations/schedule/update', {})).to.deep.include(missing);
    for (const answer of [
      await client.get('/automations/schedule'),
      await client.delete('/automations/schedule/delete'),
    ]) {
      expect(answer).to.deep.include(failed(422, { utr: ['The utr field is required.'] }));
    }
  });

  for (const [what, fields, errors] of [
    [
      'an unknown type of wait',
      { waiting_type: 'weeks' },
      { waiting_type: ['The selected waiting type is invalid.'] },
    ],
    [
      'a wait without days',
      { waiting_period: 0 },
      { waiting_period: ['The waiting period field must be between 1 and 3653.'] },
    ],
    [
      'more hours than ten years',
      { waiting_type: 'hours', waiting_period: 87_661 },
      { waiting_period: ['The waiting period field must be between 1 and 87660.'] },
    ],
    [
      'half a day',
      { waiting_period: '0.5' },
      { waiting_period: ['The waiting period field must be an integer.'] },
    ],
    [
      'both codes',
      { template_json: MJML, template_html: '<p>' },
      { template_html: ['The template html field must be empty when template json is given.'] },
    ],
    [
      'an invalid code',
      { template_json: '{}' },
      { template_json: ['The template json field format is invalid.'] },
    ],
    [
      'records that are not there',
      { sender_id: 999_999, template_id: 999, preview_img: '../../../secret.png' },
      {
        sender_id: ['The selected sender id is invalid.'],
        template_id: ['The selected template id is invalid.'],
        preview_img: ['The selected preview img is invalid.'],
      },
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(withoutHints(await create(fields))).to.deep.include(failed(422, errors));
      expect(await listOf()).to.deep.equal([]);
    });
  }

  it('answers 404 to other accounts', async () => {
    await create();
    const { utr } = await last();
    const stranger = await api.account();
    const refs = { sender_id: (await layGround(stranger)).sender_id };
    expect(await create(refs, stranger)).to.deep.include(MISSING);
    expect(await update(utr, refs, stranger)).to.deep.include(MISSING);
    expect(await remove(utr, stranger)).to.deep.include(MISSING);
  });

  it('refuses a sender of another account', async () => {
    const { sender_id } = await anAccount(api);
    expect((await create({ sender_id })).body.errors).to.have.keys(['sender_id']);
  });

  it('answers 404 to an unknown utr', async () => {
    expect(await create({ utr: 'x' })).to.deep.include(MISSING);
    expect(await update('x')).to.deep.include(MISSING);
  });

  it('answers 404 after the automation is deleted', async () => {
    await create();
    const { utr } = await last();
    await client.delete(`/automations/delete?utr=${automation.utr}`);
    expect(await create()).to.deep.include(MISSING);
    expect(await update(utr)).to.deep.include(MISSING);
    expect(await remove(utr)).to.deep.include(MISSING);
  });
});
