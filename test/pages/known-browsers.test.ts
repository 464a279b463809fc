import { scryptSync } from 'node:crypto';
import { expect } from 'chai';
import { setClock } from '../../common/clock.ts';
import { Account } from '../../common/models/accounts.ts';
import { rows } from '../../common/mongo.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { type Visit, visit } from '../support/browser-form.ts';

const PASSWORD = 'correct horse';

describe('browsers that signed in before', function () {
  this.timeout(180_000);
  let api: Api;
  let behind: Awaited<ReturnType<Api['beside']>>;

  before(async () => {
    api = await startApi('pages-known-browsers', { RATE_SIGN_INS: '1', TRUST_PROXY: '1' });
    behind = await api.beside();
  });
  after(async () => {
    await behind.stop();
    await api.stop();
  });

  const emailOf = async ({ user_id }: Client) => (await rows(Account).findOne({ _id: user_id }))!.email;

  let networks = 0;
  const newNetwork = (): string => {
    networks += 1;
    return `198.51.${networks}.1`;
  };

  /** A try to sign in, from an address, as this browser. */
  async function tryIt(browser: Visit, email: string, password: string, from: string): Promise<number> {
    const body = new URLSearchParams({ email, password });
    const headers = { 'X-Forwarded-For': from };
    return (await browser.request('/account/sign-in', { method: 'POST', body, headers })).status;
  }

  async function times(count: number, email: string, from: () => string): Promise<number[]> {
    const seen = [];
    for (let time = 0; time < count; time += 1) seen.push(await tryIt(visit(api), email, 'wrong', from()));
    return seen;
  }

  it('pass, whatever others try from the same network or from many', async () => {
    const email = await emailOf(await api.account());
    const owner = visit(api);
    const home = newNetwork();
    expect(await tryIt(owner, email, PASSWORD, home)).to.equal(303);
    owner.cookies.delete('session');
    // From the owner's own network, until nobody there may try, and from as many others as the account takes.
    expect((await times(4, email, () => home)).at(-1)).to.equal(429);
    expect((await times(10, email, newNetwork)).at(-1)).to.equal(429);
    expect(await tryIt(visit(api), email, PASSWORD, newNetwork())).to.equal(429);
    expect(await tryIt(owner, email, PASSWORD, home)).to.equal(303);
  });

  it('are not needed while others fail elsewhere: ten wrong passwords lock no owner out', async () => {
    const email = await emailOf(await api.account());
    const attacker = newNetwork();
    expect(await times(2, email, () => attacker)).to.deep.equal([422, 429]);
    expect(await tryIt(visit(api), email, PASSWORD, newNetwork())).to.equal(303);
  });

  it('may guess no more often than others, and at no other account', async () => {
    const [email, other] = [await emailOf(await api.account()), await emailOf(await api.account())];
    const owner = visit(api);
    expect(await tryIt(owner, email, PASSWORD, newNetwork())).to.equal(303);
    const known = owner.cookies.get('known')!;
    const guess = async (address: string, from: string): Promise<number> => {
      const thief = visit(api);
      thief.cookies.set('known', known);
      return tryIt(thief, address, 'wrong', from);
    };
    const seen = [];
    for (let time = 0; time < 3; time += 1) seen.push(await guess(email, newNetwork()));
    expect(seen).to.deep.equal([422, 429, 429]);
    // At another's account it is a browser like any other.
    const fresh = visit(api);
    expect(await tryIt(fresh, email, PASSWORD, newNetwork())).to.equal(303);
    const from = newNetwork();
    expect(await tryIt(fresh, other, 'wrong', from)).to.equal(422);
    expect(await tryIt(visit(api), other, 'wrong', from)).to.equal(429);
  });

  it('are no longer known after a change of the password, a year, or a change of the cookie', async () => {
    const email = await emailOf(await api.account());
    const owner = visit(api);
    expect(await tryIt(owner, email, PASSWORD, newNetwork())).to.equal(303);
    const known = owner.cookies.get('known')!;
    const attacked = newNetwork();
    expect(await times(2, email, () => attacked)).to.deep.equal([422, 429]);
    const isKnown = async (cookie: string): Promise<boolean> => {
      const browser = visit(api);
      browser.cookies.set('known', cookie);
      return (await tryIt(browser, email, 'wrong', attacked)) !== 429;
    };
    const [id, issued, device, tag] = known.split('.') as [string, string, string, string];
    for (const forged of [
      `${id}.${Number(issued) + 1}.${device}.${tag}`,
      `${Number(id) + 1}.${issued}.${device}.${tag}`,
      `${id}.${issued}.${device.slice(1)}A.${tag}`,
      `${id}.${issued}.${device}.${'A'.repeat(43)}`,
      'x'.repeat(5000),
    ]) {
      expect(await isKnown(forged), forged.slice(0, 100)).to.equal(false);
    }
    expect(await isKnown(known)).to.equal(true);
    try {
      setClock(() => Date.now() + 366 * 24 * 3600_000);
      expect(await isKnown(known)).to.equal(false);
    } finally {
      setClock();
    }
    const browser = visit(api);
    browser.cookies.set('session', owner.cookies.get('session')!);
    await browser.open('/account');
    await browser.submit('/account/password', { old_password: PASSWORD, new_password: 'battery staple' });
    expect(browser.page.path).to.equal('/account?done=password');
    expect(await isKnown(known)).to.equal(false);
    // The one who changed it is known anew.
    expect(await isKnown(browser.cookies.get('known')!)).to.equal(true);
  });

  it('and sessions stay when the same password is kept at a higher cost', async () => {
    const client = await api.account();
    const email = await emailOf(client);
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 27 });
    const cheap = ['scrypt', 2 ** 15, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
    await rows(Account).updateOne({ _id: client.user_id }, { $set: { password: cheap } });
    const [one, other] = [visit(api), visit(api)];
    expect(await tryIt(one, email, 'wrong', newNetwork())).to.equal(422);
    expect((await rows(Account).findOne({ _id: client.user_id }))!.password).to.equal(cheap);
    expect(await tryIt(one, email, PASSWORD, newNetwork())).to.equal(303);
    const raised = (await rows(Account).findOne({ _id: client.user_id }))!;
    expect(raised.password).to.match(/^scrypt\$131072\$/);
    expect(await tryIt(other, email, PASSWORD, newNetwork())).to.equal(303);
    // Once and for all.
    expect((await rows(Account).findOne({ _id: client.user_id }))!.password).to.equal(raised.password);
    for (const browser of [one, other]) expect((await browser.open('/account')).path).to.equal('/account');
    await other.submit('/account/password', { old_password: PASSWORD, new_password: 'battery staple' });
    expect((await one.open('/account')).path).to.match(/^\/account\/sign-in/);
  });
});
