import { expect } from 'chai';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { Notice } from '../../../common/models/notices.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { tampered, writeSentMail } from '../../support/ledger.ts';
import { mailOf } from '../../support/mail-of.ts';
import { watch, watchers } from '../../support/notices.ts';
import { rows } from '../../support/rows.ts';

describe('the page that stops notification mails', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('pages-notifications');
    client = await api.account();
  });
  after(() => api.stop());

  const linkOf = async (address: string): Promise<string> => {
    const [recipient] = await watchers(address);
    return `/notifications/${signToken(tokenKey(api.config.appSecret), 'notifications', mailOf(recipient!))}`;
  };
  const get = (path: string, method = 'GET') => api.request(path, { method });
  const press = (path: string, body?: string) =>
    api.request(path, { method: 'POST', ...(body !== undefined && { body }) });
  const stopped = async (address: string) => (await watchers(address)).map((one) => Boolean(one.stopped_at));

  it('does not stop notices when it is opened', async () => {
    const address = await watch(client);
    const path = await linkOf(address);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await get(path, method)).status).to.equal(200);
    expect((await get(path)).body)
      .to.include(address)
      .and.include('Stop notifications');
    expect(await stopped(address)).to.deep.equal([false]);
  });

  it('stops notices by its button, only for that address', async () => {
    const [address, other] = [await watch(client), await watch(client)];
    expect((await press(await linkOf(address))).body).to.include('Notifications are stopped');
    expect([await stopped(address), await stopped(other)]).to.deep.equal([[true], [false]]);
  });

  it('says that notices are stopped, and accepts another press', async () => {
    const path = await linkOf(await watch(client));
    await press(path);
    expect((await get(path)).body).to.include('Notifications are stopped');
    expect((await press(path)).status).to.equal(200);
  });

  it('accepts the one-click POST of a mail provider', async () => {
    const address = await watch(client);
    const { status, headers } = await press(await linkOf(address), 'List-Unsubscribe=One-Click');
    expect([status, headers.get('location'), headers.get('set-cookie')]).to.deep.equal([200, null, null]);
    expect(await stopped(address)).to.deep.equal([true]);
  });

  it('stops every recipient with that address in that account', async () => {
    const address = await watch(client);
    await watch(client, address);
    const stranger = await api.account();
    await watch(stranger, address);
    await press(await linkOf(address));
    expect(await stopped(address)).to.deep.equal([true, true, false]);
  });

  it('undoes a stop', async () => {
    const address = await watch(client);
    const path = await linkOf(address);
    const { body } = await press(path);
    const action = /action="([^"]+)"/.exec(body)![1]!;
    const resume = new URL(action, `${api.url}${path}`).pathname;
    expect((await get(resume)).status).to.equal(405);
    expect((await press(resume)).body).to.include('Notifications resumed');
    expect(await stopped(address)).to.deep.equal([false]);
  });

  it('says that nothing is left to stop for a deleted recipient', async () => {
    const address = await watch(client);
    const path = await linkOf(address);
    const [recipient] = await watchers(address);
    await client.delete(`/notification-recipient/delete?id=${recipient!._id}`);
    for (const answer of [await get(path), await press(path)]) {
      expect(answer.status).to.equal(200);
      expect(answer.body).to.include('no longer on this list');
    }
  });

  it('escapes what it shows', async () => {
    const address = await watch(client, `o'a&b-${process.pid}@example.com`);
    expect((await get(await linkOf(address))).body)
      .to.include('&amp;b')
      .and.not.include('a&b');
  });

  it('accepts only valid links', async () => {
    const address = await watch(client);
    const path = await linkOf(address);
    const token = path.slice('/notifications/'.length);
    const [recipient] = await watchers(address);
    const others = ['verify', 'unsubscribe'] as const;
    const wrong = others.map((purpose) =>
      signToken(tokenKey(api.config.appSecret), purpose, mailOf(recipient!)),
    );
    for (const forged of [...tampered(token), ...wrong, 'x'])
      expect((await press(`/notifications/${forged}`)).status).to.equal(404);
    expect(await stopped(address)).to.deep.equal([false]);
  });

  it('does not change the answers of the API', async () => {
    const address = await watch(client);
    await press(await linkOf(address));
    const { notifications } = (await client.get('/notification-recipients')).body.message;
    expect(Object.keys(notifications.at(-1))).to.deep.equal([
      'id',
      'user_id',
      'email_address',
      'email_owner',
      'confirmed',
      'created_at',
      'updated_at',
    ]);
  });

  it('lets an unsubscribe from all mails make one notice, however often the link is used', async () => {
    const own = await api.account();
    const mail = await writeSentMail(api, { userId: own.user_id });
    const path = `/preferences/${mail.token('preferences')}`;
    const all = () => api.request(path, { method: 'POST', body: new URLSearchParams({ all: '1' }) });
    await Promise.all([all(), all(), all()]);
    await all();
    const notices = await rows(Notice).find({ user_id: own.user_id }).toArray();
    expect(notices.map(({ kind, count, addresses }) => [kind, count, addresses])).to.deep.equal([
      ['unsubscribed-all', 1, [mail.email]],
    ]);
  });
});
