import { expect } from 'chai';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import { passwordMark } from '../../../common/accounts/passwords.ts';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { PasswordMail } from '../../../common/models/password-mails.ts';
import { Session } from '../../../common/models/sessions.ts';
import { duePasswordMails } from '../../../common/queries/password-mails.ts';
import mailPassword from '../../../worker/notices/jobs/mail-password.ts';
import type { Client } from '../../support/api.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { told } from '../../support/notices.ts';
import { rows } from '../../support/rows.ts';

const PASSWORD = 'correct horse';
const NEW = 'battery staple';
const MINUTE = 60_000;

describe('the reset of a lost password', () => {
  let engine: Engine;
  let client: Client;
  let email: string;

  before(async () => {
    engine = await startEngine('pages-password-reset', { RATE_SIGN_INS: '1000' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    await PasswordMail.deleteMany({});
    client = await engine.api.account();
    email = (await Account.findOne({ _id: client.user_id }))!.email;
  });
  afterEach(() => {
    setClock();
    engine.mail.answer(() => null);
  });

  const goOn = (milliseconds: number) => setClock(() => Date.now() + milliseconds);
  const ask = async (address = email): Promise<Visit> => {
    const browser = visit(engine.api);
    await browser.open('/account/reset');
    await browser.submit('/account/reset', { email: address });
    return browser;
  };
  /** Sends what is due by now. */
  const work = async (): Promise<void> => {
    const due = await PasswordMail.find({ due_at: { $type: 'date' } }).toArray();
    for (const { _id: mailId } of due) await mailPassword.run({ mailId }, engine.worker);
  };
  const mailsTo = async (address = email) => told(engine.mail, address);
  const linkIn = async (): Promise<string> =>
    /\/account\/reset\/[\w-]{43}/.exec((await mailsTo()).at(-1)!.text!)![0];
  const linkAsked = async (): Promise<string> => {
    await ask();
    await work();
    return linkIn();
  };
  const opens = async (password: string): Promise<boolean> =>
    (await accountByPassword(email, password)) !== null;
  const signedIn = async (): Promise<Visit> => {
    const browser = visit(engine.api);
    await browser.open('/account');
    await browser.submit('/account/sign-in', { email, password: PASSWORD });
    expect(browser.page.path).to.equal('/account');
    return browser;
  };
  async function use(link: string, new_password = NEW): Promise<Visit> {
    const browser = visit(engine.api);
    await browser.open(link);
    await browser.submit(link, { new_password });
    return browser;
  }

  it('works by the link of a mail, ends all sessions, and sends a notice', async () => {
    const before = await signedIn();
    const browser = visit(engine.api);
    await browser.open('/account/sign-in');
    expect(browser.page.text).to.include('href="/account/reset"');
    const link = await linkAsked();
    await browser.open(link);
    expect(browser.page.text).to.include('Choose a new password').and.not.include('<script');
    await browser.submit(link, { new_password: NEW });
    expect(browser.page.path).to.equal('/account/sign-in?done=reset');
    expect(browser.page.text).to.include('Your password is set. Sign in with it.');
    expect(browser.cookies.size).to.equal(0);
    expect([await opens(PASSWORD), await opens(NEW)]).to.deep.equal([false, true]);
    expect((await before.open('/account')).path).to.match(/^\/account\/sign-in/);
    expect(await rows(Session).countDocuments({ user_id: client.user_id })).to.equal(0);
    goOn(6000);
    await work();
    expect((await mailsTo()).map(({ subject }) => subject)).to.deep.equal([
      'Set a new password',
      'Your password was changed',
    ]);
    expect(await PasswordMail.countDocuments({})).to.equal(0);
  });

  it('answers the same for an address without an account, and sends it nothing', async () => {
    const unknown = 'nobody-here@example.com';
    const pages = [];
    for (const address of [email, unknown]) {
      const { page } = await ask(address);
      pages.push([page.status, page.text.replaceAll(address, '')]);
    }
    expect(pages[0]).to.deep.equal(pages[1]);
    const stored = await PasswordMail.find().toArray();
    const shapes = stored.map(({ kind, attempts, token_hash, password_mark }) => ({
      kind,
      attempts,
      token_hash,
      password_mark,
    }));
    expect(shapes).to.have.length(2);
    expect(shapes[0]).to.deep.equal(shapes[1]);
    await work();
    expect([(await mailsTo()).length, (await mailsTo(unknown)).length]).to.deep.equal([1, 0]);
    expect(await PasswordMail.countDocuments({ email_norm: unknown })).to.equal(0);
  });

  it('finds the address in any case, and mails it as the account has it', async () => {
    await ask(`  ${email.toUpperCase()} `);
    await work();
    expect(await mailsTo()).to.have.length(1);
  });

  it('works once', async () => {
    const link = await linkAsked();
    await use(link);
    const again = await use(link, 'a third password').catch((error: Error) => error);
    expect(again).to.be.instanceOf(Error);
    expect((await visit(engine.api).open(link)).status).to.equal(410);
    const body = new URLSearchParams({ new_password: 'a third password' });
    expect((await engine.api.request(link, { method: 'POST', body })).status).to.equal(410);
    expect(await opens(NEW)).to.equal(true);
  });

  it('works once, also for two at the same moment', async () => {
    const link = await linkAsked();
    const wanted = ['the first one', 'the second one'];
    const statuses = await Promise.all(
      wanted.map(async (new_password) => {
        const body = new URLSearchParams({ new_password });
        return (await engine.api.request(link, { method: 'POST', body })).status;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).to.deep.equal([303, 410]);
    expect(await opens(wanted[statuses.indexOf(303)]!)).to.equal(true);
  });

  it('changes nothing when the page is only opened', async () => {
    const link = await linkAsked();
    for (const method of ['GET', 'HEAD']) await engine.api.request(link, { method });
    expect(await opens(PASSWORD)).to.equal(true);
    expect((await visit(engine.api).open(link)).status).to.equal(200);
  });

  it('ends after half an hour', async () => {
    const link = await linkAsked();
    goOn(29 * MINUTE);
    expect((await visit(engine.api).open(link)).status).to.equal(200);
    goOn(31 * MINUTE);
    expect((await visit(engine.api).open(link)).status).to.equal(410);
  });

  it('ends when a newer mail is asked for, and when the password is changed', async () => {
    const first = await linkAsked();
    const second = await linkAsked();
    expect(first).to.not.equal(second);
    expect((await visit(engine.api).open(first)).status).to.equal(410);
    const browser = await signedIn();
    await browser.submit('/account/password', { old_password: PASSWORD, new_password: 'by the owner' });
    expect((await visit(engine.api).open(second)).status).to.equal(410);
  });

  it('stores the token as a hash alone', async () => {
    const link = await linkAsked();
    const token = link.split('/').at(-1)!;
    const stored = JSON.stringify(await PasswordMail.find().toArray());
    expect(stored).to.not.include(token);
    const hash = /"token_hash":"(\w+)"/.exec(stored)![1]!;
    expect((await visit(engine.api).open(`/account/reset/${hash}`)).status).to.equal(410);
  });

  it('refuses other tokens', async () => {
    for (const token of ['x', 'A'.repeat(43), 'A'.repeat(2000), '__proto__', '%00'])
      expect((await engine.api.request(`/account/reset/${token}`)).status, token).to.be.oneOf([404, 410]);
  });

  it('refuses a password that is too short or too long, and keeps the link valid', async () => {
    const link = await linkAsked();
    for (const wanted of ['', 'short', 'x'.repeat(1025)])
      expect((await use(link, wanted)).page.status).to.equal(422);
    expect((await use(link)).page.path).to.equal('/account/sign-in?done=reset');
  });

  it('refuses forms of another site', async () => {
    const link = await linkAsked();
    const headers = { Origin: 'https://evil.example' };
    const body = new URLSearchParams({ new_password: NEW, email });
    for (const path of [link, '/account/reset'])
      expect((await engine.api.request(path, { method: 'POST', body, headers })).status).to.equal(403);
    expect(await opens(PASSWORD)).to.equal(true);
  });

  it('links to the public address, not to a host that a request names', async () => {
    const body = new URLSearchParams({ email });
    const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
    await engine.api.request('/account/reset', { method: 'POST', body, headers });
    await work();
    const [mail] = await mailsTo();
    expect(mail!.text).to.include(`${engine.api.config.publicUrl}/account/reset/`);
    expect(`${mail!.text}${mail!.html}`).to.not.include('evil.example');
  });

  it('names missing and hostile addresses as problems', async () => {
    expect((await ask('')).page.text).to.include('Enter your email address.');
    const hostile = await ask('<script>alert(1)</script>');
    expect(hostile.page.text).to.not.include('<script');
    expect((await ask('x'.repeat(300))).page.status).to.equal(422);
  });

  it('sends an address only some mails, and answers the same', async () => {
    const pages = [];
    for (let time = 0; time < 5; time += 1) {
      pages.push((await ask()).page.text);
      await work();
    }
    expect(new Set(pages).size).to.equal(1);
    expect(await mailsTo()).to.have.length(3);
  });

  it('limits the requests of a network', async () => {
    const strict = await engine.api.another({ RATE_SIGN_INS: '1', TRUST_PROXY: '1' });
    try {
      const seen = [];
      for (let time = 0; time < 5; time += 1) {
        const body = new URLSearchParams({ email: `one-of-many-${time}@example.com` });
        const headers = { 'X-Forwarded-For': '198.51.100.9' };
        seen.push((await fetch(`${strict.url}/account/reset`, { method: 'POST', body, headers })).status);
      }
      expect(seen).to.deep.equal([200, 200, 200, 429, 429]);
    } finally {
      await strict.stop();
    }
  });

  it('tries a mail again with a new link when a server did not take it, for half an hour', async () => {
    engine.mail.answer(() => ({ code: 451, text: 'later' }));
    await ask();
    await work();
    expect(await PasswordMail.countDocuments({ email_norm: { $ne: '' } })).to.equal(1);
    engine.mail.answer(() => null);
    goOn(2 * MINUTE);
    expect(await duePasswordMails(new Date(Date.now() + 2 * MINUTE))).to.have.length(1);
    await work();
    expect((await visit(engine.api).open(await linkIn())).status).to.equal(200);

    engine.mail.answer(() => ({ code: 451, text: 'later' }));
    await ask();
    await work();
    goOn(40 * MINUTE);
    await work();
    expect(await PasswordMail.countDocuments({})).to.equal(0);
  });

  it('sends no mail about a change that did not happen', async () => {
    const link = await linkAsked();
    await use(link);
    // As a crash between the note and the change would leave it.
    const password_mark = passwordMark((await Account.findOne({ _id: client.user_id }))!);
    await PasswordMail.updateOne({ kind: 'changed' }, { $set: { password_mark } });
    goOn(6000);
    await work();
    expect((await mailsTo()).map(({ subject }) => subject)).to.deep.equal(['Set a new password']);
  });
});
