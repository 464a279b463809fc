import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { Session } from '../../../common/models/sessions.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'correct horse';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('the list of an account’s sessions', () => {
  let api: Api;

  before(async () => {
    api = await startApi('pages-sessions', { RATE_SIGN_INS: '1000' });
  });
  after(() => api.stop());

  const emailOf = async ({ user_id }: Client) => (await Account.findOne({ _id: user_id }))!.email;

  async function signedIn(client: Client, agent = FIREFOX, given = visit(api)): Promise<Visit> {
    const body = new URLSearchParams({ email: await emailOf(client), password: PASSWORD });
    const headers = { 'User-Agent': agent, Origin: api.url };
    const answer = await given.request('/account/sign-in', { method: 'POST', body, headers });
    expect(answer.status).to.equal(303);
    await given.open('/account');
    return given;
  }
  const isSignedIn = async (browser: Visit): Promise<boolean> =>
    (await browser.request('/account?plain')).status === 200;
  const storedOf = ({ user_id }: Client) => rows(Session).find({ user_id }).sort({ created_at: 1 }).toArray();

  it('shows device, address and times, and marks this session', async () => {
    const client = await api.account();
    const [desk] = [await signedIn(client), await signedIn(client, SAFARI)];
    const { text } = await desk.open('/account');
    expect(text)
      .to.include('Firefox on Windows<span class="about">This browser</span>')
      .and.include('Safari on iPhone')
      .and.include('<code>127.0.0.1</code>');
    const [one] = await storedOf(client);
    const shown = one!.created_at.toISOString().slice(0, 16).replace('T', ' ');
    expect(text).to.include(`>${shown}</time>`);
  });

  it('ends one session, for the console as well', async () => {
    const client = await api.account();
    const [desk, phone] = [await signedIn(client), await signedIn(client, SAFARI)];
    const asConsole = () => phone.request('/console/session', { headers: { 'X-Console': '1' } });
    expect((await asConsole()).status).to.equal(200);
    await desk.open('/account');
    const page = await desk.submit('/account/sessions/end');
    expect(page.path).to.equal('/account?done=session');
    expect([await isSignedIn(desk), await isSignedIn(phone)]).to.deep.equal([true, false]);
    expect((await asConsole()).status).to.equal(401);
  });

  it('ends all sessions except this one', async () => {
    const client = await api.account();
    const stranger = await signedIn(await api.account());
    const [desk, ...others] = [
      await signedIn(client),
      await signedIn(client, SAFARI),
      await signedIn(client, SAFARI),
    ];
    await desk.open('/account');
    expect((await desk.submit('/account/sessions/end-others')).path).to.equal('/account?done=sessions');
    expect(await Promise.all([desk, stranger, ...others].map(isSignedIn))).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
    expect(desk.page.text).to.not.include('End all other sessions');
  });

  it('refuses to end a session of another account', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const [me, them] = [await signedIn(mine), await signedIn(theirs)];
    await signedIn(mine, SAFARI);
    await me.open('/account');
    const [session] = await storedOf(theirs);
    expect((await me.submit('/account/sessions/end', { session: session!._id })).status).to.equal(200);
    expect(await isSignedIn(them)).to.equal(true);
  });

  it('refuses to end a session for another site', async () => {
    const client = await api.account();
    const [desk, phone] = [await signedIn(client), await signedIn(client, SAFARI)];
    await desk.open('/account');
    const form_token = /name="form_token" value="([^"]+)"/.exec(desk.page.text)![1]!;
    const session = /name="session" value="([^"]+)"/.exec(desk.page.text)![1]!;
    for (const action of ['/account/sessions/end', '/account/sessions/end-others']) {
      const attacks: readonly [Record<string, string>, Record<string, string>][] = [
        [{ session }, { Origin: api.url }],
        [{ session, form_token }, { Origin: 'https://evil.example' }],
      ];
      for (const [fields, headers] of attacks) {
        const body = new URLSearchParams(fields);
        expect((await desk.request(action, { method: 'POST', body, headers })).status).to.equal(403);
      }
    }
    expect(await isSignedIn(phone)).to.equal(true);
  });

  it('starts a new session with each sign-in, and refuses the earlier token', async () => {
    const client = await api.account();
    const browser = visit(api);
    browser.cookies.set('session', 'A'.repeat(43));
    await signedIn(client, FIREFOX, browser);
    const first = browser.cookies.get('session')!;
    expect(first).to.not.equal('A'.repeat(43));
    await signedIn(client, FIREFOX, browser);
    expect(browser.cookies.get('session')).to.not.equal(first);
    expect(await storedOf(client)).to.have.length(1);
    const thief = visit(api);
    thief.cookies.set('session', first);
    expect(await isSignedIn(thief)).to.equal(false);
  });

  it('shows when and from where a session was last seen', async () => {
    const client = await api.account();
    const browser = await signedIn(client);
    const early = new Date(Date.now() - 3600_000);
    await rows(Session).updateMany(
      { user_id: client.user_id },
      { $set: { last_seen_at: early, address: '192.0.2.1' } },
    );
    await browser.open('/account');
    await until(async () => {
      const [stored] = await storedOf(client);
      return stored!.address === '127.0.0.1' && stored!.last_seen_at! > early;
    });
  });

  it('shows sessions from before these were stored', async () => {
    const client = await api.account();
    const browser = await signedIn(client);
    await rows(Session).updateMany(
      { user_id: client.user_id },
      { $unset: { device: 1, address: 1, last_seen_at: 1 } },
    );
    expect((await browser.open('/account')).text).to.include('Unknown browser');
  });
});
