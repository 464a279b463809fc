import { expect } from 'chai';
import { Mailing } from '../../common/models/mailings.ts';
import { Suppression } from '../../common/models/suppressions.ts';
import { rows } from '../../common/mongo/connection.ts';
import { type Api, type Client, startApi } from '../support/api.ts';
import { type SentMail, tampered, writeGroup, writeSentMail } from '../support/ledger.ts';

const HOSTILE = `<script>alert(1)</script>"'&<img src=x onerror=alert(2)>`;

const pathOf = (mail: SentMail): string => `/unsubscribe/${mail.token('unsubscribe')}`;

const multipart = new FormData();
multipart.set('List-Unsubscribe', 'One-Click');
const urlencoded = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });

describe('the unsubscribe link', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('pages-unsubscribe');
    client = await api.account();
  });
  after(() => api.stop());

  const send = (options: Partial<Parameters<typeof writeSentMail>[1]> = {}) =>
    writeSentMail(api, { userId: client.user_id, ...options });
  const entriesOf = (email: string) =>
    rows(Suppression)
      .find({ user_id: client.user_id, email_norm: email.toLowerCase() })
      .map(({ unsubscribe_groups_id, reason, email_address }) => ({
        unsubscribe_groups_id,
        reason,
        email_address,
      }))
      .toArray();

  for (const [encoding, body] of Object.entries({ multipart, urlencoded })) {
    it(`accepts a one-click POST (${encoding}): no cookie, no redirect, at once, once`, async () => {
      const mail = await send({ email: `One-${encoding}@example.com` });
      for (let time = 0; time < 3; time += 1) {
        const answer = await api.request(pathOf(mail), { method: 'POST', body });
        expect(answer.status).to.equal(200);
        expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).to.deep.equal([
          null,
          null,
        ]);
      }
      expect(await entriesOf(mail.email)).to.deep.equal([
        { unsubscribe_groups_id: mail.groupId, reason: 'unsubscribed', email_address: mail.email },
      ]);
      expect((await mail.row()).unsubscribed_at).to.be.an.instanceOf(Date);
      expect(await mail.dirtyAt()).to.be.an.instanceOf(Date);
    });
  }

  it('counts twenty at once as one', async () => {
    const mail = await send();
    const post = () => api.request(pathOf(mail), { method: 'POST', body: urlencoded });
    const answers = await Promise.all(Array.from({ length: 20 }, post));
    expect(answers.every((answer) => answer.status === 200)).to.equal(true);
    expect(await entriesOf(mail.email)).to.have.length(1);
  });

  it('accepts a POST with any body', async () => {
    for (const init of [
      {},
      { body: '{', headers: { 'Content-Type': 'application/json' } },
      { body: 'x'.repeat(99_999) },
    ]) {
      const mail = await send();
      expect((await api.request(pathOf(mail), { method: 'POST', ...init })).status).to.equal(200);
      expect(await entriesOf(mail.email)).to.have.length(1);
    }
  });

  it('is not changed by a thousand scans', async function () {
    this.timeout(60_000);
    const mail = await send();
    const before = await mail.row();
    for (let scan = 0; scan < 1000; scan += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => api.request(pathOf(mail), { method: at % 2 ? 'HEAD' : 'GET' })),
      );
      expect(answers.every((answer) => answer.status === 200)).to.equal(true);
    }
    expect(await entriesOf(mail.email)).to.deep.equal([]);
    expect(await mail.row()).to.deep.equal(before);
    expect(await mail.dirtyAt()).to.equal(null);
  });

  it('shows a page with a button, and another page after the click', async () => {
    const groupId = await writeGroup({ user_id: client.user_id, group_name: 'Monthly news' });
    const mail = await send({ groupId });
    const page = await api.request(pathOf(mail));
    expect(page.body).to.include('Monthly news').and.include(mail.email).and.include('<form method="post">');
    expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
    const done = await api.request(pathOf(mail), { method: 'POST' });
    expect(done.body).to.include('You are unsubscribed').and.not.include('<form');
    const preferences = /href="\.\.(\/preferences\/[\w-]{40})"/.exec(done.body)![1]!;
    expect((await api.request(preferences)).body).to.include('Monthly news');
  });

  it('works after the send was stopped and its group was deleted', async () => {
    const mail = await send({ groupId: 999_999 });
    await rows(Mailing).updateOne({ _id: mail.mailing }, { $set: { stopped: true } });
    expect((await api.request(pathOf(mail))).status).to.equal(200);
    expect((await api.request(pathOf(mail), { method: 'POST' })).status).to.equal(200);
    expect(await entriesOf(mail.email)).to.have.length(1);
  });

  it('accepts only its own tokens', async () => {
    const mail = await send();
    const token = mail.token('unsubscribe');
    for (const forged of [
      ...tampered(token),
      mail.token('open'),
      mail.token('preferences'),
      `${token}A`,
      'x',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await api.request(`/unsubscribe/${forged}`, { method });
        expect(answer.status).to.equal(404);
        expect(answer.body).to.include('This link does not work');
      }
    }
    expect(await entriesOf(mail.email)).to.deep.equal([]);
    expect((await api.request(pathOf(mail), { method: 'DELETE' })).status).to.equal(405);
  });

  it('escapes texts of others', async () => {
    const groupId = await writeGroup({ user_id: client.user_id, group_name: HOSTILE });
    const mail = await send({ groupId, fromName: HOSTILE });
    for (const method of ['GET', 'POST']) {
      const { body } = await api.request(pathOf(mail), { method });
      expect(body)
        .to.include('&lt;script&gt;alert(1)')
        .and.not.match(/<script|<img/);
    }
  });
});
