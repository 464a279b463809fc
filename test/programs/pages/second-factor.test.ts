import { once } from 'node:events';
import { expect } from 'chai';
import { useCode } from '../../../common/accounts/second-factor.ts';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { PasswordMail } from '../../../common/models/password-mails.ts';
import { Session } from '../../../common/models/sessions.ts';
import mailPassword from '../../../worker/notices/jobs/mail-password.ts';
import type { Api } from '../../support/api.ts';
import { authenticator } from '../../support/authenticator.ts';
import { type Page, type Visit, visit } from '../../support/browser-form.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { subjects, told } from '../../support/notices.ts';
import { bareEnvironment, startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';

const PASSWORD = 'correct horse';
const PATH = '/account/second-factor';
const CODE = '/account/sign-in/code';

describe('the second factor', () => {
  let engine: Engine;
  let behind: Awaited<ReturnType<Api['another']>>;
  let userId: number;
  let email: string;
  /** The tests' time: codes are of steps of 30 seconds, and each is used once. */
  let at: Date;

  before(async () => {
    engine = await startEngine('pages-second-factor', { RATE_SIGN_INS: '1000', TRUST_PROXY: '1' });
    behind = await engine.api.another();
  });
  after(async () => {
    await behind.stop();
    await engine.stop();
  });
  beforeEach(async () => {
    await PasswordMail.deleteMany({});
    ({ user_id: userId } = await engine.api.account());
    ({ email } = (await stored())!);
    at = new Date();
    setClock(() => at.getTime());
  });
  afterEach(() => setClock());

  const stored = () => Account.findOne({ _id: userId });
  const goOn = (seconds: number): void => {
    at = new Date(at.getTime() + seconds * 1000);
  };

  async function passwordTyped(browser = visit(engine.api), password = PASSWORD): Promise<Visit> {
    await browser.open('/account/sign-in');
    await browser.submit('/account/sign-in', { email, password });
    return browser;
  }
  const offered = async (browser: Visit): Promise<ReturnType<typeof authenticator>> => {
    await browser.open(PATH);
    const { text } = await browser.submit(`${PATH}/start`, { password: PASSWORD });
    return authenticator(/<code class="secret">([A-Z2-7 ]+)</.exec(text)![1]!);
  };
  const codesOn = ({ text }: Page): string[] =>
    [...text.matchAll(/<li><code>([^<]+)</g)].map(([, code]) => code!);

  /** Turns it on in a browser; the next code is of a later step. */
  async function turnedOn() {
    const browser = await passwordTyped();
    const app = await offered(browser);
    const recovery = codesOn(await browser.submit(`${PATH}/on`, { code: app.codeAt(at) }));
    goOn(30);
    return { browser, app, recovery };
  }
  const post = (browser: Visit, path: string, fields: Record<string, string>, from = '198.51.100.7') =>
    browser.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'X-Forwarded-For': from },
    });
  /** The cookie of a browser that is known to another account. */
  async function knownElsewhere(): Promise<string | undefined> {
    const before = { userId, email };
    ({ user_id: userId } = await engine.api.account());
    ({ email } = (await stored())!);
    const { browser } = await turnedOn();
    ({ userId, email } = before);
    return browser.cookies.get('known');
  }
  /** Sends the mails that are due. */
  const work = async (): Promise<void> => {
    for (const { _id: mailId } of await PasswordMail.find().toArray())
      await mailPassword.run({ mailId }, engine.worker);
  };
  const isSignedIn = async (browser: Visit): Promise<boolean> =>
    (await browser.request('/account?plain')).status === 200;

  it('needs password and code to be set up, and asks for the code at the next sign-in', async () => {
    const { browser, app, recovery } = await turnedOn();
    expect(browser.page.text).to.include('Your second factor is on').and.not.include('<script');
    expect(new Set(recovery).size).to.equal(10);
    expect(await isSignedIn(browser)).to.equal(true);

    const other = await passwordTyped();
    expect(other.page.path).to.equal(`${CODE}?return=%2Fconsole`);
    expect(await isSignedIn(other)).to.equal(false);
    expect((await other.request('/console/session', { headers: { 'X-Console': '1' } })).status).to.equal(401);
    await other.submit(CODE, { code: '000000' });
    expect([other.page.status, await isSignedIn(other)]).to.deep.equal([422, false]);
    const code = app.codeAt(at);
    await other.submit(CODE, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(other.page.path).to.equal('/account');
    expect(other.cookies.has('half-signed-in')).to.equal(false);
    expect((await other.request('/console/session', { headers: { 'X-Console': '1' } })).status).to.equal(200);
  });

  it('leads back to the console after the code', async () => {
    const { app } = await turnedOn();
    const browser = visit(engine.api);
    await browser.open('/account/sign-in?return=/console/settings');
    await browser.submit('/account/sign-in', { email, password: PASSWORD });
    const answer = await post(browser, CODE, { code: app.codeAt(at), return: '/console/settings' });
    expect(answer.headers.get('location')).to.equal('/console/settings');
  });

  it('leads to no address from outside', async () => {
    const { app } = await turnedOn();
    const browser = await passwordTyped();
    const answer = await post(browser, CODE, { code: app.codeAt(at), return: '//evil.example/account' });
    expect(answer.headers.get('location')).to.equal('/console');
  });

  it('ends all sessions that a password alone had opened', async () => {
    const before = await passwordTyped();
    expect(await isSignedIn(before)).to.equal(true);
    await turnedOn();
    expect(await isSignedIn(before)).to.equal(false);
  });

  it('takes no code twice, and none of an earlier step', async () => {
    const { app } = await turnedOn();
    const code = app.codeAt(at);
    const earlier = app.codeAt(at, -1);
    expect((await post(await passwordTyped(), CODE, { code })).status).to.equal(303);
    for (const used of [code, earlier])
      expect((await post(await passwordTyped(), CODE, { code: used })).status).to.equal(422);
  });

  it('takes a code once, also by two processes at the same moment', async () => {
    const { app, recovery } = await turnedOn();
    for (const code of [app.codeAt(at), recovery[0]!]) {
      const browsers = await Promise.all([passwordTyped(), passwordTyped()]);
      const statuses = await Promise.all(
        [engine.api.url, behind.url].map(async (url, index) => {
          const Cookie = `half-signed-in=${browsers[index]!.cookies.get('half-signed-in')}`;
          const init = { method: 'POST', body: new URLSearchParams({ code }), headers: { Cookie } };
          return (await fetch(`${url}${CODE}`, { ...init, redirect: 'manual' })).status;
        }),
      );
      expect(statuses.toSorted((a, b) => a - b)).to.deep.equal([303, 422]);
    }
  });

  it('takes each recovery code once, however it is typed, and says how many are left', async () => {
    const { recovery } = await turnedOn();
    const typed = recovery[0]!.toLowerCase().replaceAll('-', ' ');
    const browser = await passwordTyped();
    expect((await post(browser, CODE, { code: typed })).status).to.equal(303);
    expect((await browser.open('/account')).text).to.include('9 recovery codes are left.');
    expect((await post(await passwordTyped(), CODE, { code: recovery[0]! })).status).to.equal(422);
    expect((await post(await passwordTyped(), CODE, { code: recovery[1]! })).status).to.equal(303);
  });

  it('takes no code of another account', async () => {
    const first = await turnedOn();
    ({ user_id: userId } = await engine.api.account());
    ({ email } = (await stored())!);
    const second = await turnedOn();
    for (const code of [first.app.codeAt(at), first.recovery[0]!])
      expect((await post(await passwordTyped(), CODE, { code })).status).to.equal(422);
    expect((await post(await passwordTyped(), CODE, { code: second.app.codeAt(at) })).status).to.equal(303);
  });

  it('refuses hostile and long codes', async () => {
    await turnedOn();
    const browser = await passwordTyped();
    for (const code of ['', '0'.repeat(10_000), '\0', '[object Object]', '__proto__', '１２３４５６', '-1'])
      expect((await post(browser, CODE, { code })).status, code.slice(0, 20)).to.equal(422);
    const doubled = { method: 'POST', body: 'code=1&code=2&code[$ne]=3' };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await browser.request(CODE, { ...doubled, headers })).status).to.equal(422);
    expect((await post(browser, CODE, { code: '0'.repeat(100_000) })).status).to.equal(413);
  });

  it('opens only after the password, and not with a changed or old cookie', async () => {
    const { app } = await turnedOn();
    const refused = async (browser: Visit) => {
      const answer = await post(browser, CODE, { code: app.codeAt(at) });
      return [answer.status, answer.headers.get('location')];
    };
    const toSignIn = [303, '/account/sign-in'];
    expect(await refused(visit(engine.api))).to.deep.equal(toSignIn);
    const browser = await passwordTyped();
    const given = browser.cookies.get('half-signed-in')!;
    browser.cookies.set('half-signed-in', given.replace(/^\d+/, String(userId - 1)));
    expect(await refused(browser)).to.deep.equal(toSignIn);
    // The cookie of a browser that signed in before is of another kind.
    const known = visit(engine.api);
    known.cookies.set('half-signed-in', (await knownElsewhere())!);
    expect(await refused(known)).to.deep.equal(toSignIn);
    browser.cookies.set('half-signed-in', given);
    goOn(601);
    expect(await refused(browser)).to.deep.equal(toSignIn);
  });

  it('allows twenty guesses a day, from however many networks, and starts again with a new password', async () => {
    const { app, browser: owner } = await turnedOn();
    const thief = await passwordTyped();
    const seen = [];
    for (let time = 0; time < 22; time += 1) {
      seen.push((await post(thief, CODE, { code: '000000' }, `203.0.${time}.1`)).status);
    }
    expect(seen).to.deep.equal([...Array(20).fill(422), 429, 429]);
    expect((await post(thief, CODE, { code: app.codeAt(at) }, '203.0.113.1')).status).to.equal(429);
    // The owner's browser has signed in before: the thief's tries do not count against it.
    owner.cookies.delete('session');
    await passwordTyped(owner);
    expect((await post(owner, CODE, { code: app.codeAt(at) })).status).to.equal(303);
    goOn(30);
    await owner.open('/account');
    await owner.submit('/account/password', { old_password: PASSWORD, new_password: 'battery staple' });
    const fresh = await passwordTyped(visit(engine.api), 'battery staple');
    expect((await post(fresh, CODE, { code: app.codeAt(at) })).status).to.equal(303);
    expect((await post(thief, CODE, { code: app.codeAt(at, 1) })).headers.get('location')).to.equal(
      '/account/sign-in',
    );
  });

  it('refuses to be turned off or renewed by a session alone', async () => {
    const { browser, app, recovery } = await turnedOn();
    const factor = (await stored())!.second_factor;
    for (const action of ['off', 'codes'])
      for (const code of ['', '000000', app.codeAt(new Date(at.getTime() - 300_000))]) {
        await browser.open(PATH);
        expect((await browser.submit(`${PATH}/codes`, { code })).status, action).to.equal(422);
        const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page.text)![1]!;
        expect((await post(browser, `${PATH}/off`, { code, form_token })).status).to.equal(422);
        expect((await post(browser, `${PATH}/start`, { password: PASSWORD, form_token })).status).to.equal(
          303,
        );
        expect((await post(browser, `${PATH}/${action}`, { code: recovery[0]! })).status).to.equal(403);
      }
    expect((await stored())!.second_factor).to.deep.equal(factor);
    const { text } = await browser.open(PATH);
    expect(text).to.not.include('class="secret"').and.not.include(recovery[0]!);
  });

  it('refuses to be turned on by a session alone, and shows its secret once', async () => {
    const browser = await passwordTyped();
    await browser.open(PATH);
    expect((await browser.submit(`${PATH}/start`, { password: 'wrong' })).status).to.equal(422);
    const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page.text)![1]!;
    expect((await post(browser, `${PATH}/on`, { code: '000000', form_token })).status).to.equal(422);
    const app = await offered(browser);
    await browser.submit(`${PATH}/on`, { code: '000000' });
    expect(browser.page.text).to.not.include('class="secret"').and.not.include('<svg');
    // Another session of the account was offered nothing.
    const other = await passwordTyped();
    await other.open(PATH);
    const otherToken = /name="form_token" value="([^"]+)"/.exec(other.page.text)![1]!;
    const code = app.codeAt(at);
    expect((await post(other, `${PATH}/on`, { code, form_token: otherToken })).status).to.equal(422);
    expect((await stored())!.second_factor ?? null).to.equal(null);
    await browser.submit(`${PATH}/on`, { code });
    expect((await stored())!.second_factor).to.not.equal(null);
  });

  it('ends the other sessions when it is turned off with a code', async () => {
    const { browser, app } = await turnedOn();
    const other = await passwordTyped();
    await other.submit(CODE, { code: app.codeAt(at) });
    goOn(30);
    await browser.open(PATH);
    const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page.text)![1]!;
    const answer = await post(browser, `${PATH}/off`, { code: app.codeAt(at), form_token });
    expect(answer.headers.get('location')).to.equal('/account?done=second-factor-off');
    expect([await isSignedIn(browser), await isSignedIn(other)]).to.deep.equal([true, false]);
    expect((await passwordTyped()).page.path).to.equal('/account');
  });

  it('makes new recovery codes with a code, and the ones before no longer work', async () => {
    const { browser, app, recovery } = await turnedOn();
    await browser.open(PATH);
    const fresh = codesOn(await browser.submit(`${PATH}/codes`, { code: app.codeAt(at) }));
    expect(fresh).to.have.length(10);
    expect((await post(await passwordTyped(), CODE, { code: recovery[0]! })).status).to.equal(422);
    expect((await post(await passwordTyped(), CODE, { code: fresh[0]! })).status).to.equal(303);
  });

  it('stays when a lost password is replaced by the link of a mail', async () => {
    const { browser, app } = await turnedOn();
    const lost = visit(engine.api);
    await lost.open('/account/reset');
    await lost.submit('/account/reset', { email });
    await work();
    const [link] = /\/account\/reset\/[\w-]{43}/.exec((await told(engine.mail, email)).at(-1)!.text!)!;
    await lost.open(link);
    await lost.submit(link, { new_password: 'battery staple' });
    expect([await isSignedIn(lost), await isSignedIn(browser)]).to.deep.equal([false, false]);
    const fresh = await passwordTyped(visit(engine.api), 'battery staple');
    expect(fresh.page.path).to.include(CODE);
    expect((await post(fresh, CODE, { code: app.codeAt(at) })).status).to.equal(303);
  });

  it('stores neither secret nor recovery codes in the clear', async () => {
    const browser = await passwordTyped();
    await browser.open(PATH);
    await browser.submit(`${PATH}/start`, { password: PASSWORD });
    const secret = /<code class="secret">([A-Z2-7 ]+)</.exec(browser.page.text)![1]!;
    const code = authenticator(secret).codeAt(at);
    const recovery = codesOn(await browser.submit(`${PATH}/on`, { code }));
    const kept = JSON.stringify([await stored(), await rows(Session).find({ user_id: userId }).toArray()]);
    for (const clear of [secret, ...recovery])
      for (const form of [clear, clear.replaceAll(/[ -]/g, '')]) expect(kept).to.not.include(form);
  });

  it('opens with its account only', async () => {
    const { app } = await turnedOn();
    const { second_factor = null } = (await stored())!;
    const other = await engine.api.account();
    await Account.updateOne({ _id: other.user_id }, { $set: { second_factor } });
    const moved = (await Account.findOne({ _id: other.user_id }))!;
    const used = await useCode(moved, app.codeAt(at), engine.api.config).catch((error: Error) => error);
    expect(used).to.be.instanceOf(Error);
  });

  it('leaves keys of programs alone', async () => {
    const client = await engine.api.account();
    userId = client.user_id;
    ({ email } = (await stored())!);
    await turnedOn();
    expect((await client.get('/contacts-type')).status).to.equal(200);
  });

  it('ends all sessions when the operator’s command turns it off', async () => {
    const { browser } = await turnedOn();
    const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL, smtpUrls, appSecret } = engine.api.config;
    const environment = { MONGODB_URL, REDIS_URL, SMTP_URL: smtpUrls.join(), APP_SECRET: appSecret };
    const turnOffByCommand = async () => {
      const args = ['common/commands/account.ts', 'second-factor', '--email', email];
      const running = startNode(args, bareEnvironment(environment));
      const [code] = (await once(running.child, 'close')) as [number];
      return { code, out: running.out(), err: running.err() };
    };
    const { code, out } = await turnOffByCommand();
    expect([code, out]).to.deep.equal([
      0,
      'The second factor is off. All sessions of the account have ended.\n',
    ]);
    expect(await isSignedIn(browser)).to.equal(false);
    expect((await passwordTyped()).page.path).to.equal('/account');
    const again = await turnOffByCommand();
    expect(again.code).to.not.equal(0);
    expect(again.err).to.include('The account has no second factor.');
  });

  it('reports each change by a mail', async () => {
    const { browser, app } = await turnedOn();
    await work();
    await browser.open('/account');
    await browser.submit('/account/password', { old_password: PASSWORD, new_password: 'battery staple' });
    goOn(30);
    await work();
    await browser.open(PATH);
    const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page.text)![1]!;
    await post(browser, `${PATH}/off`, { code: app.codeAt(at), form_token });
    goOn(30);
    await work();
    expect(await subjects(engine.mail, email)).to.deep.equal([
      'Your second factor was turned on',
      'Your password was changed',
      'Your second factor was turned off',
    ]);
  });
});
