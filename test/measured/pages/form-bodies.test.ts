import { expect } from 'chai';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import { hashPassword, isPassword } from '../../../common/accounts/passwords.ts';
import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { Account } from '../../../common/models/accounts.ts';
import { type Api, startApi } from '../../support/api.ts';
import { ownTime } from '../../support/own-time.ts';
import { passwordsAtFullCost } from '../../support/password-cost.ts';

/** Two combining marks in the wrong order, repeated: normalizing them takes quadratic time. */
const marks = (bytes: number): string => `a${'\u0316\u0301'.repeat(bytes / 4)}`;
const LONG = marks(1_000_000);

describe('the form of a page', () => {
  passwordsAtFullCost();
  let api: Api;
  let email: string;
  before(async () => {
    api = await startApi('measured-form-bodies', { RATE_SIGN_INS: '20' });
    const client = await api.account();
    email = (await Account.findOne({ _id: client.user_id }))!.email;
  });
  after(() => api.stop());

  it('takes 500 ms of CPU at most, however long and unusual its contents are', async () => {
    // Each mark takes six bytes of an urlencoded body.
    for (const fields of [
      { email: marks(4800), password: 'x' },
      { email, password: marks(4800) },
      { email: marks(240_000), password: marks(240_000) },
    ]) {
      const body = new URLSearchParams(fields);
      const send = async () => {
        const { status } = await api.request('/account/sign-in', { method: 'POST', body });
        expect(status).to.be.oneOf([413, 422]);
      };
      expect(await ownTime(send, 1)).to.be.below(500);
    }
  });

  it('normalizes no longer address than there may be', async () => {
    expect(await ownTime(() => normalizeAddress(`${LONG}@example.com`), 1)).to.be.below(200);
  });

  it('hashes no longer password than there may be', async () => {
    const kept = await hashPassword('correct horse');
    const compare = async () => expect(await isPassword(LONG, kept)).to.equal(false);
    expect(await ownTime(compare, 1)).to.be.below(200);
    const signIn = async () => expect(await accountByPassword(LONG, LONG)).to.equal(null);
    expect(await ownTime(signIn, 1)).to.be.below(500);
  });
});
