import { Writable } from 'node:stream';
import { expect } from 'chai';
import { createLogger } from '../../../common/log.ts';
import { Account } from '../../../common/models/accounts.ts';
import { type Api, startApi } from '../../support/api.ts';
import { visit } from '../../support/browser-form.ts';

describe('the log of account activity', () => {
  const lines: string[] = [];
  let api: Api;

  before(async () => {
    const kept = new Writable({
      write(line, _, done) {
        lines.push(String(line));
        done();
      },
    });
    api = await startApi('pages-account-activity', {}, { log: createLogger('api', 'info', kept) });
  });
  after(() => api.stop());

  it('names the actor, the act and the key, and contains no secret', async () => {
    const client = await api.account();
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    const browser = visit(api);
    await browser.open('/account');
    await browser.submit('/account/sign-in', { email, password: 'wrong horse' });
    await browser.submit('/account/sign-in', { email, password: 'correct horse' });
    const session = browser.cookies.get('session')!;
    await browser.submit('/account/details', { name: 'Ada', timezone: 'Europe/Berlin' });
    await browser.submit('/account/keys', { key_name: 'The shop', key_scope: 'all' });
    const keysOf = (text: string) =>
      [...text.matchAll(/<code class="secret">([^<]+)<\/code>/g)].map(([, key]) => key!);
    const [made, secret] = keysOf(browser.page.text);
    await browser.open('/account');
    await browser.submit('/account/keys/roll', { key: made! });
    const [rolled, newSecret] = keysOf(browser.page.text);
    await browser.open(`/account/keys/revoke?key=${made}`);
    await browser.submit('/account/keys/revoke');
    await browser.submit('/account/password', {
      old_password: 'wrong horse',
      new_password: 'battery staple',
    });
    await browser.submit('/account/password', {
      old_password: 'correct horse',
      new_password: 'battery staple',
    });
    await browser.submit('/account/sign-out');

    const [user_id, address] = [client.user_id, '127.0.0.0/24'];
    const [key, new_key] = [made!.slice(0, 11), rolled!.slice(0, 11)];
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'account activity');
    expect(
      told.map(({ activity, user_id, address, key, new_key }) => [
        activity,
        { user_id, address, ...(key && { key }), ...(new_key && { new_key }) },
      ]),
    ).to.deep.equal([
      ['sign_in_refused', { user_id: null, address }],
      ['signed_in', { user_id, address }],
      ['details_changed', { user_id, address }],
      ['key_created', { user_id, address, key }],
      ['key_rolled', { user_id, address, key, new_key }],
      ['key_revoked', { user_id, address, key }],
      ['password_refused', { user_id, address }],
      ['password_changed', { user_id, address }],
      ['signed_out', { user_id, address }],
    ]);
    for (const { request_id } of told) expect(request_id).to.match(/^[0-9a-f-]{36}$/);
    const all = lines.join('');
    for (const word of [email, session, secret!, newSecret!, made!, 'horse', 'staple']) {
      expect(all, word).to.not.include(word);
    }
  });
});
