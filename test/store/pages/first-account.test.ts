import { expect } from 'chai';
import { createFirstAccount, setUpSecretOf } from '../../../common/accounts/first-account.ts';
import { Account } from '../../../common/models/accounts.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { type Api, startOwnApi } from '../../support/api.ts';
import { visit } from '../../support/browser-form.ts';
import { rows } from '../../support/rows.ts';

/** The setting of the tests. */
const SECRET = 'a secret of thirty-two characters or more';
const TYPED = {
  name: 'Ada Ltd',
  email: 'ada@example.com',
  new_password: 'correct horse',
  timezone: 'Europe/Berlin',
};

describe('the first account of a service', () => {
  let api: Api;
  let secret: string;
  before(async () => {
    api = await startOwnApi('pages-first-account');
    secret = setUpSecretOf(SECRET);
  });
  after(() => api.stop());

  it('is made in the browser with the secret of the log, once', async () => {
    const browser = visit(api);
    await browser.open('/account/sign-in');
    expect(browser.page.text).to.include('/account/first');
    await browser.open('/account/first');
    const other = visit(api);
    await other.open('/account/first');
    for (const [wrong, field] of [
      [{ secret: 'x' }, 'secret'],
      [{ secret: '' }, 'secret'],
      [{ secret: `${secret}0` }, 'secret'],
      [{ secret, name: ' ' }, 'name'],
      [{ secret, email: 'ada' }, 'email'],
      [{ secret, email: 'a@x.example, b@x.example' }, 'email'],
      [{ secret, new_password: 'short' }, 'new_password'],
      [{ secret, timezone: 'Mars/Phobos' }, 'timezone'],
    ] as const) {
      await browser.submit('/account/first', { ...TYPED, ...wrong });
      expect(browser.page.status, JSON.stringify(wrong)).to.equal(422);
      expect(browser.page.text).to.include(`id="${field}-problem"`);
      expect(browser.page.text).to.not.include(secret).and.not.include(TYPED.new_password);
      expect(await Account.findOne({})).to.equal(null);
    }
    await browser.submit('/account/first', { ...TYPED, secret: ` ${secret.toUpperCase()} ` });
    // Led to the console, and on, as a browser without JavaScript.
    expect(browser.page.path).to.equal('/account');
    const account = (await Account.findOne({}))!;
    expect(account).to.include({ name: 'Ada Ltd', email: 'ada@example.com', timezone: 'Europe/Berlin' });
    const acts = await rows(AuditEntry).find({ user_id: account._id }).toArray();
    expect(acts.map(({ act }) => act)).to.include.members(['account_created', 'signed_in']);

    expect((await visit(api).open('/account/first')).path).to.equal('/account/sign-in');
    await other.submit('/account/first', { ...TYPED, email: 'eve@example.com', secret });
    expect(other.page.path).to.equal('/account/sign-in');
    expect(await Account.findOne({ email: 'eve@example.com' })).to.equal(null);
  });

  it('is made once when two API processes make it at the same time', async () => {
    await Account.deleteMany({});
    const { name, new_password: password, timezone } = TYPED;
    const made = await Promise.all(
      [1, 2, 3].map((at) =>
        createFirstAccount({ name, password, timezone, email: `person-${at}@example.com` }),
      ),
    );
    expect(made.filter((one) => one !== null)).to.have.length(1);
    expect(await Account.countDocuments({})).to.equal(1);
  });
});
