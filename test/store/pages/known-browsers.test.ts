import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { keptCheaply } from '../../support/password-cost.ts';

const PASSWORD = 'correct horse';

describe('a known browser', () => {
  let api: Api;
  let behind: Awaited<ReturnType<Api['another']>>;

  before(async () => {
    api = await startApi('pages-known-browsers', { RATE_SIGN_INS: '1', TRUST_PROXY: '1' });
    behind = await api.another();
  });
  after(async () => {
    await behind.stop();
    await api.stop();
  });

  const emailOf = async ({ user_id }: Client) => (await Account.findOne({ _id: user_id }))!.email;

  let networks = 0;
  const newNetwork = (): string => {
    networks += 1;
    return `198.51.${networks}.1`;
  };

  /** An attempt to sign in from an address with this browser. */
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

  it('signs in, although others fail from the same network or from many', async () => {
    const email = await emailOf(await api.account());
    const owner = visit(api);
    const home = newNetwork();
    expect(await tryIt(owner, email, PASSWORD, home)).to.equal(303);
    owner.cookies.delete('session');
    // From the owner's own network until no more attempts are allowed there, and from as many others as the account allows.
    expect((await times(4, email, () => home)).at(-1)).to.equal(429);
    expect((await times(10, email, newNetwork)).at(-1)).to.equal(429);
    expect(await tryIt(visit(api), email, PASSWORD, newNetwork())).to.equal(429);
    expect(await tryIt(owner, email, PASSWORD, home)).to.equal(303);
  });

  it('remains unnecessary while others fail elsewhere', async () => {
    const email = await emailOf(await api.account());
    const attacker = newNetwork();
    expect(await times(2, email, () => attacker)).to.deep.equal([422, 429]);
    expect(await tryIt(visit(api), email, PASSWORD, newNetwork())).to.equal(303);
  });

  it('has a limit for right passwords, too', async () => {
    const email = await emailOf(await api.account());
    const seen = [];
    for (let time = 0; time < 4; time += 1) seen.push(await tryIt(visit(api), email, PASSWORD, newNetwork()));
    expect(seen).to.deep.equal([303, 303, 303, 429]);
  });

  it('guesses no more often than others', async () => {
    const email = await emailOf(await api.account());
    const owner = visit(api);
    expect(await tryIt(owner, email, PASSWORD, newNetwork())).to.equal(303);
    const seen = [];
    for (let time = 0; time < 3; time += 1) {
      const thief = visit(api);
      thief.cookies.set('known', owner.cookies.get('known')!);
      seen.push(await tryIt(thief, email, 'wrong', newNetwork()));
    }
    expect(seen).to.deep.equal([422, 429, 429]);
  });

  it('counts like any other browser at another account', async () => {
    const [email, other] = [await emailOf(await api.account()), await emailOf(await api.account())];
    const browser = visit(api);
    expect(await tryIt(browser, email, PASSWORD, newNetwork())).to.equal(303);
    const from = newNetwork();
    expect(await tryIt(browser, other, 'wrong', from)).to.equal(422);
    expect(await tryIt(visit(api), other, 'wrong', from)).to.equal(429);
  });

  describe('while others attack its account', () => {
    let email: string;
    let owner: Visit;
    let known: string;
    let attacked: string;

    beforeEach(async () => {
      email = await emailOf(await api.account());
      owner = visit(api);
      expect(await tryIt(owner, email, PASSWORD, newNetwork())).to.equal(303);
      known = owner.cookies.get('known')!;
      attacked = newNetwork();
      expect(await times(2, email, () => attacked)).to.deep.equal([422, 429]);
    });
    afterEach(() => setClock());

    const isKnown = async (cookie: string): Promise<boolean> => {
      const browser = visit(api);
      browser.cookies.set('known', cookie);
      return (await tryIt(browser, email, 'wrong', attacked)) !== 429;
    };

    it('becomes unknown by a changed cookie', async () => {
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
    });

    it('becomes unknown after a year', async () => {
      setClock(() => Date.now() + 366 * 24 * 3600_000);
      expect(await isKnown(known)).to.equal(false);
    });

    it('becomes unknown after a change of the password, unless it made the change', async () => {
      const browser = visit(api);
      browser.cookies.set('session', owner.cookies.get('session')!);
      await browser.open('/account');
      await browser.submit('/account/password', { old_password: PASSWORD, new_password: 'battery staple' });
      expect(browser.page.path).to.equal('/account?done=password');
      expect(await isKnown(known)).to.equal(false);
      expect(await isKnown(browser.cookies.get('known')!)).to.equal(true);
    });
  });

  describe('of an account whose password has a cheap hash', () => {
    let email: string;
    let cheap: string;
    let hashOf: () => Promise<string>;

    beforeEach(async () => {
      const client = await api.account();
      email = await emailOf(client);
      // The cost of tests has as large an N, and more turns.
      cheap = keptCheaply(PASSWORD, 2 ** 10);
      await Account.updateOne({ _id: client.user_id }, { $set: { password: cheap } });
      hashOf = async () => (await Account.findOne({ _id: client.user_id }))!.password;
    });

    it('raises the cost of the hash once, when the password is right', async () => {
      expect(await tryIt(visit(api), email, 'wrong', newNetwork())).to.equal(422);
      expect(await hashOf()).to.equal(cheap);
      expect(await tryIt(visit(api), email, PASSWORD, newNetwork())).to.equal(303);
      const raised = await hashOf();
      expect(raised).to.match(/^scrypt\$1024\$8\$4\$/);
      expect(await tryIt(visit(api), email, PASSWORD, newNetwork())).to.equal(303);
      expect(await hashOf()).to.equal(raised);
    });

    it('keeps its session when the cost is raised, until the password changes', async () => {
      const [one, other] = [visit(api), visit(api)];
      for (const browser of [one, other])
        expect(await tryIt(browser, email, PASSWORD, newNetwork())).to.equal(303);
      for (const browser of [one, other]) expect((await browser.open('/account')).path).to.equal('/account');
      await other.submit('/account/password', { old_password: PASSWORD, new_password: 'battery staple' });
      expect((await one.open('/account')).path).to.match(/^\/account\/sign-in/);
    });
  });
});
