import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { Automation } from '../../../common/models/automations.ts';
import { PasswordMail } from '../../../common/models/password-mails.ts';
import { Session } from '../../../common/models/sessions.ts';
import mailPassword from '../../../worker/notices/jobs/mail-password.ts';
import { deliverNext } from '../../../worker/sending/delivery/deliver-next.ts';
import { standstillOf } from '../../../worker/sending/standstill.ts';
import { authenticator } from '../../support/authenticator.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { createSend, type Engine, openSend, people, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { subjects, told } from '../../support/notices.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts } from '../../support/world.ts';

const PASSWORD = 'correct horse';
const CLOSING = '/console/access/closing';

describe('the closing of an account', () => {
  let engine: Engine;
  let ground: Ground;
  let email: string;
  let desk: Visit;

  before(async () => {
    engine = await startEngine('pages-closing', { RATE_SIGN_INS: '1000' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    await PasswordMail.deleteMany({});
    ground = await engine.ground();
    ({ email } = (await stored())!);
    desk = await signedIn();
  });

  const stored = () => Account.findOne({ _id: ground.client.user_id });
  async function signedIn(): Promise<Visit> {
    const browser = visit(engine.api);
    await browser.open('/account/sign-in');
    await browser.submit('/account/sign-in', { email, password: PASSWORD });
    return browser;
  }
  const headers = { 'X-Console': '1' };
  const close = (fields: Record<string, string>, by = desk) =>
    by.request(CLOSING, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const closed = async (): Promise<void> => {
    expect((await close({ email: ` ${email.toUpperCase()} `, password: PASSWORD })).status).to.equal(200);
    await standsStill('suspended');
  };
  const reopened = async (): Promise<Visit> => {
    const browser = await signedIn();
    await browser.submit('/account/reopen');
    await standsStill(null);
    return browser;
  };
  const standsStill = (standstill: string | null) =>
    until(async () => (await standstillOf(ground.client.user_id, engine.api.config)) === standstill);
  /** Sends the mails to the account's address that are noted. */
  const mailed = async (): Promise<string[]> => {
    for (const { _id: mailId } of await PasswordMail.find().toArray()) {
      await PasswordMail.updateOne({ _id: mailId }, { $set: { due_at: new Date() } });
      await mailPassword.run({ mailId }, engine.worker);
    }
    return subjects(engine.mail, email);
  };
  const mailsTo = (prefix: string): number =>
    engine.mail.mails.filter(({ to }) => to.startsWith(prefix)).length;

  it('refuses keys and ends sessions, and tells the owner until when it can be reopened', async () => {
    const { client } = ground;
    const elsewhere = await signedIn();
    // From now on the process knows the pair of keys.
    expect((await client.get('/contacts-type')).status).to.equal(200);
    await closed();
    const { closed: closure } = (await stored())!;
    expect(closure!.until.getTime() - closure!.at.getTime()).to.equal(30 * 24 * 3600_000);
    expect(await rows(Session).countDocuments({ user_id: client.user_id })).to.equal(0);
    expect((await elsewhere.request('/console/api/contacts-type', { headers })).status).to.equal(401);
    for (const call of [client.get('/contacts-type'), client.post('/contacts-type/add', { name: 'More' })])
      expect(await call)
        .to.deep.include({ status: 403 })
        .and.to.nested.include({
          'body.errors': 'Account is closed',
        });
    expect(await mailed()).to.deep.equal(['Your account was closed']);
    expect((await told(engine.mail, email))[0]!.text).to.contain(closure!.until.toISOString().slice(0, 10));
  });

  it('shows its owner only how to reopen it', async () => {
    await closed();
    const browser = await signedIn();
    for (const path of ['/account', '/account/second-factor', '/console', '/console/contacts']) {
      const { text } = await browser.open(path);
      expect(text, path).to.contain('Your account is closed').and.not.to.contain('Key pairs');
    }
    for (const path of ['/console/session', '/console/api/contacts-type', '/console/access/keys', CLOSING])
      expect((await browser.request(path, { headers })).status, path).to.equal(403);
    const { form_token = '' } = Object.fromEntries(
      [...browser.page.text.matchAll(/name="(form_token)" value="([^"]+)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
    const body = new URLSearchParams({ form_token, name: 'Another', timezone: 'UTC' });
    expect((await browser.request('/account/details', { method: 'POST', body })).status).to.equal(303);
    expect((await stored())!.name).not.to.equal('Another');
    await browser.submit('/account/sign-out');
    expect(browser.page.path).to.equal('/account/sign-in');
  });

  it('stops work without losing or doubling a mail, and starts nothing once it is reopened', async () => {
    await addContacts(ground, people(3, 'running'));
    const running = await openSend(engine, ground);
    const waiting = await createSend(ground);
    await ground.client.post('/automations/create', {
      type: 'custom',
      automation_for: `contacts_${ground.contact_type_id}`,
      automation_name: 'Series',
      unsubscribe_group_id: ground.unsubscribe_group_id,
    });
    await rows(Automation).updateOne({ user_id: ground.client.user_id }, { $set: { status: 1 } });
    await closed();
    expect(await deliverNext(running.userId, running.mailing, engine.worker)).to.equal(false);
    await engine.work();
    await engine.sweepOnce();
    expect(mailsTo('running')).to.equal(0);

    const browser = await reopened();
    expect(browser.page.text).to.contain('Your account is open again');
    await engine.settle();
    expect(mailsTo('running')).to.equal(0);
    expect(await running.details()).to.include({ status: 2, paused_reason: 'person' });
    expect(await waiting.details()).to.include({ status: 0, hold_reason: 'closed' });
    expect(await rows(Automation).findOne({ user_id: ground.client.user_id })).to.include({
      status: 1,
      hold_reason: 'closed',
    });
    expect(await mailed()).to.deep.equal(['Your account was reopened']);

    for (const { utr } of [await running.send(), await waiting.send()])
      expect((await ground.client.post(`/single-send/resume?utr=${utr}`)).status).to.equal(200);
    await engine.settle();
    expect(await running.details()).to.include({ status: 3, delivered: 3 });
    expect(await waiting.details()).to.include({ status: 3, delivered: 3 });
    expect(mailsTo('running')).to.equal(6);
  });

  it('asks for address and password, and changes nothing when one is wrong', async () => {
    const wrong: readonly [Record<string, string>, string[], number][] = [
      [{}, ['email', 'password'], 422],
      [{ email: 'other@example.com', password: PASSWORD }, ['email'], 422],
      [{ email, password: 'another' }, ['password'], 422],
      [{ email, password: 'x'.repeat(5000) }, ['password'], 422],
      [{ email: `${'x'.repeat(5000)}@example.com`, password: PASSWORD }, ['email'], 422],
      [{ email: `${email}\0`, password: PASSWORD }, ['email'], 422],
      [{ 'email[]': email, 'password[]': PASSWORD }, ['email', 'password'], 422],
      [{ email, password: 'x'.repeat(100_000) }, [], 413],
    ];
    for (const [fields, inputs, status] of wrong) {
      const answer = await close(fields);
      expect(answer.status, JSON.stringify(fields).slice(0, 80)).to.equal(status);
      if (status === 422) expect(Object.keys(answer.body.errors)).to.deep.equal(inputs);
    }
    expect((await stored())!.closed ?? null).to.equal(null);
    expect(await mailed()).to.deep.equal([]);
  });

  it('asks for a code when a second factor is on, and uses it up last', async () => {
    await desk.open('/account/second-factor');
    const { text } = await desk.submit('/account/second-factor/start', { password: PASSWORD });
    const app = authenticator(/<code class="secret">([A-Z2-7 ]+)</.exec(text)![1]!);
    const codes = await desk.submit('/account/second-factor/on', { code: app.codeAt(new Date()) });
    const [code = ''] = [...codes.text.matchAll(/<li><code>([^<]+)</g)].map(([, one]) => one!);
    expect((await desk.request(CLOSING, { headers })).body.message).to.deep.equal({
      days: 30,
      asks_for_code: true,
    });
    expect((await close({ email, password: PASSWORD })).body.errors).to.have.keys(['code']);
    expect((await close({ email, password: 'wrong', code })).body.errors).to.have.keys(['password']);
    expect((await close({ email, password: PASSWORD, code: '000000' })).body.errors).to.have.keys(['code']);
    expect((await close({ email, password: PASSWORD, code })).status).to.equal(200);
  });

  it('needs a session of the console, and appears in the audit log', async () => {
    const { public_key: PublicKey, secret_key: SecretKey, user_id } = ground.client;
    const body = new URLSearchParams({ email, password: PASSWORD });
    const byKeys = await engine.api.request(CLOSING, {
      method: 'POST',
      body,
      headers: { ...headers, PublicKey, SecretKey },
    });
    expect(byKeys.status).to.equal(401);
    expect((await desk.request(CLOSING, { method: 'POST', body })).status).to.equal(403);
    expect((await stored())!.closed ?? null).to.equal(null);
    await closed();
    await reopened();
    const acts = await rows(AuditEntry)
      .find({ user_id, act: { $in: ['account_closed', 'account_reopened'] } })
      .sort({ _id: 1 })
      .toArray();
    expect(acts.map(({ act, by, outcome }) => [act, by, outcome])).to.deep.equal([
      ['account_closed', 'person', 'done'],
      ['account_reopened', 'person', 'done'],
    ]);
  });
});
