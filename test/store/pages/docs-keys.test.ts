import { expect } from 'chai';
import { Account } from '../../../common/models/accounts.ts';
import { Key } from '../../../common/models/keys.ts';
import { type Api, startApi } from '../../support/api.ts';
import { visit } from '../../support/browser-form.ts';

describe('/docs/keys', () => {
  let api: Api;
  before(async () => {
    api = await startApi('pages-docs-keys', { RATE_SIGN_INS: '1000' });
  });
  after(() => api.stop());

  it('names the public keys that work, only to a signed-in person', async () => {
    const client = await api.account();
    const { user_id, public_key } = client;
    const stranger = await api.request('/docs/keys');
    expect([stranger.status, stranger.body]).to.deep.equal([200, []]);
    const browser = visit(api);
    const { email } = (await Account.findOne({ _id: user_id }))!;
    await browser.request('/account/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email, password: 'correct horse' }),
      headers: { Origin: api.url },
    });
    const shown = await browser.request('/docs/keys');
    expect(shown.body).to.deep.equal([public_key]);
    expect(shown.headers.get('cache-control')).to.equal('no-store');
    for (const over of [{ expires_at: new Date(0) }, { expires_at: null, revoked_at: new Date() }]) {
      await Key.of(user_id).updateOne({ _id: public_key }, { $set: over });
      expect((await browser.request('/docs/keys')).body).to.deep.equal([]);
    }
  });
});
