import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { mailPolicy } from '../../../api/pages/mail-policy.ts';
import { now } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation, NEVER_LIVE } from '../../../common/models/automations.ts';
import { NOT_STARTED, SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { nextId } from '../../../common/store/ids.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { rows } from '../../support/rows.ts';

const HTML =
  '<html><body><h1>Hello ((first_name))</h1><script>alert(1)</script><a href="https://a.example">Go</a></body></html>';
const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>From MJML</mj-text></mj-column></mj-section></mj-body></mjml>';

describe('the page with the current design of a mail', () => {
  let api: Api;
  let owner: Client;
  let browser: Visit;

  before(async () => {
    api = await startApi('pages-design');
    owner = await api.account();
    browser = await signedIn(owner);
  });
  after(() => api.stop());

  async function signedIn({ user_id }: Client): Promise<Visit> {
    const { email } = (await Account.findOne({ _id: user_id }))!;
    const visitor = visit(api);
    await visitor.open('/account');
    await visitor.submit('/account/sign-in', { email, password: 'correct horse' });
    return visitor;
  }

  async function writeSend(fields: Partial<SingleSendDocument>): Promise<string> {
    const at = now();
    const utr = randomUUID();
    await rows(SingleSend).insertOne({
      _id: await nextId('single_sends'),
      user_id: owner.user_id,
      utr,
      template_id: 1,
      template_json: null,
      template_html: null,
      sender_id: 1,
      unsubscribe_group_id: 1,
      recipient_id: [],
      exclude_specific_recipient_id: [],
      single_send_name: 'Spring <b>sale</b>',
      subject: 'Hello & welcome',
      preheader: 'In short',
      schedule_type: 0,
      schedule_date: '0000-00-00',
      schedule_time: '00:00:00',
      due_at: at,
      ...NOT_STARTED,
      unique_open_token: {},
      created_at: at,
      updated_at: at,
      ...fields,
    });
    return utr;
  }

  it('shows HTML, text and source of a single send', async () => {
    const utr = await writeSend({ template_html: HTML });
    const page = await browser.open(`/design/${utr}`);
    expect(page.status).to.equal(200);
    expect(page.text)
      .to.include('<title>Hello &amp; welcome</title>')
      .and.include('Spring &lt;b&gt;sale&lt;/b&gt;')
      .and.include(`<iframe sandbox src="/design/${utr}/html"`)
      .and.include('Hello ((first_name))\n\nGo [https://a.example]')
      .and.include('&lt;script&gt;alert(1)')
      .and.not.include('<script');
    expect(page.headers.get('content-security-policy')).to.include("frame-src 'self'");
  });

  it('shows HTML in a frame that runs no scripts', async () => {
    const utr = await writeSend({ template_html: HTML });
    const frame = await browser.request(`/design/${utr}/html`);
    expect(frame.body).to.equal(HTML);
    expect(frame.headers.get('content-security-policy')).to.equal(mailPolicy(api.config.publicUrl));
    expect(mailPolicy('https://mail.example')).to.equal(
      "sandbox; default-src 'none'; img-src https: data: https://mail.example/media/; style-src 'unsafe-inline'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect(frame.headers.get('x-frame-options')).to.equal('SAMEORIGIN');
    expect(frame.headers.get('content-type')).to.equal('text/html; charset=utf-8');
  });

  it('shows the rendered MJML, and its source', async () => {
    const utr = await writeSend({ template_json: JSON.stringify({ mjml: MJML }) });
    const page = await browser.open(`/design/${utr}`);
    expect(page.text).to.include('Source (MJML)').and.include('&lt;mjml&gt;').and.include('From MJML');
    const frame = await browser.request(`/design/${utr}/html`);
    expect(frame.body)
      .to.match(/^<!doctype html>/)
      .and.include('From MJML');
  });

  it('shows a built-in template', async () => {
    const template = await browser.open(`/design/${await writeSend({ template_id: 2 })}`);
    expect(template.text).to.include('<iframe');
  });

  it('leads to the editor when the mail can be changed there', async () => {
    const link = async (fields: Partial<SingleSendDocument>): Promise<readonly string[]> => {
      const utr = await writeSend(fields);
      const { text } = await browser.open(`/design/${utr}`);
      return [...text.matchAll(/href="(\/console\/editor\/[^"]+)"/g)].map(([, path]) =>
        path!.replace(utr, 'utr'),
      );
    };
    const template_json = JSON.stringify({ mjml: MJML });
    expect(await link({ template_json })).to.deep.equal(['/console/editor/campaigns/utr']);
    expect(await link({ template_id: 2 })).to.deep.equal(['/console/editor/campaigns/utr']);
    expect(await link({})).to.deep.equal(['/console/editor/campaigns/utr']);
    expect(await link({ template_html: HTML })).to.deep.equal([]);
    expect(await link({ template_json, status: 2 })).to.deep.equal([]);
  });

  it('says that no design is stored yet', async () => {
    const empty = await browser.open(`/design/${await writeSend({})}`);
    expect(empty.text).to.include('email is still empty').and.not.include('<iframe');
  });

  it('shows an automation’s email', async () => {
    const at = now();
    const automation = await nextId('automations');
    await rows(Automation).insertOne({
      _id: automation,
      user_id: owner.user_id,
      utr: randomUUID(),
      automation_name: 'Welcome',
      automation_type: 1,
      automation_for: null,
      exit_criteria: 0,
      unsubscribe_group_id: null,
      ...NEVER_LIVE,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    });
    const utr = randomUUID();
    await rows(AutomationSchedule).insertOne({
      _id: await nextId('automation_schedules'),
      user_id: owner.user_id,
      automation_id: automation,
      utr,
      sender_id: 1,
      subject: 'Day one',
      waiting_type: 'instantly',
      waiting_period: 1,
      template_id: 1,
      preview_img: 'blank.png',
      template_json: null,
      template_html: '<p>First of all</p>',
      created_at: at,
      updated_at: at,
    });
    const page = await browser.open(`/design/${utr}`);
    expect(page.text)
      .to.include('<title>Day one</title>')
      .and.include('First of all')
      .and.not.include('/console/editor');
    const design = { template_html: null, template_json: JSON.stringify({ mjml: MJML }) };
    await rows(AutomationSchedule).updateOne({ utr }, { $set: design });
    const { utr: series } = (await rows(Automation).findOne({ _id: automation }))!;
    expect((await browser.open(`/design/${utr}`)).text).to.include(
      `href="/console/editor/emails/${series}/${utr}"`,
    );
  });

  it('asks for a session, and returns', async () => {
    const utr = await writeSend({ template_html: HTML });
    const visitor = visit(api);
    await visitor.open(`/design/${utr}`);
    expect(visitor.page.path).to.equal(`/account/sign-in?return=%2Fdesign%2F${utr}`);
    const { email } = (await Account.findOne({ _id: owner.user_id }))!;
    await visitor.submit('/account/sign-in', { email, password: 'correct horse' });
    expect(visitor.page.path).to.equal(`/design/${utr}`);
    expect((await api.request(`/design/${utr}/html`)).status).to.equal(303);
  });

  it('answers 404 to other accounts and after deletion', async () => {
    const stranger = await signedIn(await api.account());
    const utr = await writeSend({ template_html: HTML });
    const deleted = await writeSend({ template_html: HTML, deleted_at: now() });
    const answers = [];
    for (const [who, path] of [
      [stranger, `/design/${utr}`],
      [stranger, `/design/${utr}/html`],
      [stranger, `/design/${randomUUID()}`],
      [browser, `/design/${deleted}`],
      [browser, '/design/__proto__'],
    ] as const) {
      answers.push(await who.open(path));
    }
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
  });

  it('does not delay other calls', async () => {
    const section = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>';
    const utr = await writeSend({
      template_json: JSON.stringify({ mjml: `<mjml><mj-body>${section.repeat(300)}</mj-body></mjml>` }),
    });
    const order: string[] = [];
    const answered = async (path: string, answer: Promise<{ status: number }>) => {
      expect((await answer).status).to.equal(200);
      order.push(path);
    };
    const shown = answered('design', browser.open(`/design/${utr}`));
    for (let call = 0; call < 10; call += 1) await answered('health', api.request('/healthz'));
    await shown;
    expect(order.at(-1)).to.equal('design');
  });
});
