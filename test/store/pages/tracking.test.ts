import { expect } from 'chai';
import { refreshFigures } from '../../../common/changes/figures.ts';
import { Contact, newContact } from '../../../common/models/contacts.ts';
import { nextId } from '../../../common/store/ids.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type SentMail, tampered, writeSentMail } from '../../support/ledger.ts';
import { rows } from '../../support/rows.ts';

const LINKS = [
  { id: 1, url: 'https://shop.example/sale?utm=news&x=1#top' },
  {
    id: 2,
    url: 'https://shop.example/for/((first_name))?mail=((email))&at=((company|none))&by=((sender_name))',
  },
  { id: 3, url: 'javascript:alert(1)' },
  { id: 4, url: '//evil.example/' },
  { id: 5, url: '((first_name))' },
];

describe('the tracking of mails', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('pages-tracking');
    client = await api.account();
  });
  after(() => api.stop());

  const send = (contactId: number | null = null) =>
    writeSentMail(api, { userId: client.user_id, links: LINKS, contactId, fromName: 'Ada & Co' });
  const get = async (path: string, method = 'GET') => {
    const answer = await api.request(path, { method });
    await api.tracked();
    return answer;
  };
  const click = (mail: SentMail, link: number, method = 'GET') =>
    get(`/c/${mail.token('click', link)}`, method);

  it('answers with an image that is not cached', async () => {
    const mail = await send();
    const answer = await get(`/o/${mail.token('open')}`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('image/gif');
    expect(answer.headers.get('cache-control')).to.include('no-store');
    expect(answer.body).to.match(/^GIF89a/);
  });

  it('counts no HEAD of the image', async () => {
    const mail = await send();
    await get(`/o/${mail.token('open')}`, 'HEAD');
    expect((await mail.row()).opens).to.equal(undefined);
  });

  it('counts each loading of the image, and keeps the time of the first', async () => {
    const mail = await send();
    const path = `/o/${mail.token('open')}`;
    await get(path);
    const first = await mail.row();
    await Promise.all([get(path), get(path)]);
    const after = await mail.row();
    expect([first.opens, after.opens]).to.deep.equal([1, 3]);
    expect(after.first_opened_at).to.deep.equal(first.first_opened_at);
    expect(await mail.dirtyAt()).to.be.an.instanceOf(Date);
    expect(await refreshFigures(client.user_id, mail.mailing)).to.include({
      unique_opens: 1,
      total_opens: 3,
      unique_clicks: 0,
    });
  });

  it('answers with the image for any token', async () => {
    const mail = await send();
    for (const token of [...tampered(mail.token('open')), mail.token('click'), 'x', '..%2f']) {
      expect((await get(`/o/${token}`)).headers.get('content-type')).to.equal('image/gif');
    }
    expect((await mail.row()).opens).to.equal(undefined);
  });

  it('redirects a click to the author’s link', async () => {
    const answer = await click(await send(), 1);
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, LINKS[0]!.url]);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('redirects a link that a program took together with the punctuation after it', async () => {
    const mail = await send();
    for (const after of ['.', '>', '),', '%E2%80%9D'])
      expect((await get(`/c/${mail.token('click', 1)}${after}`)).status, after).to.equal(302);
    expect((await get(`/c/${mail.token('click', 1)}x`)).status).to.equal(404);
  });

  it('redirects clicks that come at once, each to its own link', async () => {
    const mail = await send();
    const clicks = Array.from({ length: 40 }, (_, at) => click(mail, 1 + (at % 2)));
    const [first, second] = [await click(mail, 1), await click(mail, 2)];
    for (const [at, { status, headers }] of (await Promise.all(clicks)).entries()) {
      expect(status).to.equal(302);
      const own = at % 2 === 0 ? first : second;
      expect(headers.get('location')).to.equal(own.headers.get('location'));
    }
    expect(first.headers.get('location')).not.to.equal(second.headers.get('location'));
    expect((await mail.row()).clicks).to.equal(42);
  });

  it('redirects a HEAD of a link, and counts no click', async () => {
    const mail = await send();
    const head = await click(mail, 1, 'HEAD');
    expect([head.status, head.headers.get('location')]).to.deep.equal([302, LINKS[0]!.url]);
    expect((await mail.row()).clicks).to.equal(undefined);
  });

  it('shows a page for the hidden link, and counts neither an open nor a click', async () => {
    const mail = await send();
    for (const method of ['GET', 'HEAD']) {
      const answer = await click(mail, 0, method);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([200, null]);
      if (method === 'GET') expect(answer.body).to.include('Nothing to see here');
    }
    const row = await mail.row();
    expect([row.opens, row.clicks, row.machine_opens, row.machine_clicks]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('takes any user agent, and stores neither it nor an address', async () => {
    for (const agent of ['x'.repeat(8000), 'curl/', '\u00ff'.repeat(200), '(((((+https', ' ']) {
      const mail = await send();
      const path = `/o/${mail.token('open')}`;
      expect((await api.request(path, { headers: { 'User-Agent': agent } })).status).to.equal(200);
      await api.tracked();
      const row = await mail.row();
      expect((row.opens ?? 0) + (row.machine_opens ?? 0)).to.equal(1);
      expect(row.fetches!.length()).to.equal(11);
    }
  });

  it('counts each click, and an open for the first', async () => {
    const mail = await send();
    await click(mail, 1);
    await click(mail, 1);
    expect(await mail.row()).to.include({ clicks: 2, opens: 1 });
    expect((await mail.row()).first_opened_at).to.be.an.instanceOf(Date);
    expect(await refreshFigures(client.user_id, mail.mailing)).to.include({
      unique_opens: 1,
      total_opens: 1,
      unique_clicks: 1,
      total_clicks: 2,
    });
  });

  it('counts no open for a click when one was counted before', async () => {
    const mail = await send();
    for (let time = 0; time < 2; time += 1) await get(`/o/${mail.token('open')}`);
    const before = await mail.row();
    await click(mail, 1);
    const after = await mail.row();
    expect(after).to.include({ opens: 2, clicks: 1 });
    expect(after).to.deep.include({
      first_opened_at: before.first_opened_at,
      last_opened_at: before.last_opened_at,
    });
    expect(after.first_clicked_at).to.deep.equal(after.last_clicked_at);
    expect(after.first_clicked_at).to.be.at.least(before.last_opened_at!);
  });

  it('fills placeholders of a link, each as a component of an address', async () => {
    const id = await nextId('contacts');
    const owner = { userId: client.user_id, contactTypeId: 1 };
    await rows(Contact).insertOne({
      ...newContact(id, owner, 'zoe+1@example.com', 'zoe+1@example.com', new Date()),
      first_name: 'Zoë/../&?#\r\nX: y',
      custom_field: { company: 'A & B' },
    });
    const location = (await click(await send(id), 2)).headers.get('location')!;
    expect(location).to.match(/^https:\/\/shop\.example\/for\/Zo%C3%AB%2F\.\.%2F%26%3F%23%0D%0AX%3A%20y\?/);
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      mail: 'zoe+1@example.com',
      at: 'A & B',
      by: 'Ada & Co',
    });
  });

  it('fills placeholders of a link with their defaults when the contact is gone', async () => {
    const mail = await send();
    const { searchParams } = new URL((await click(mail, 2)).headers.get('location')!);
    expect(Object.fromEntries(searchParams)).to.deep.equal({ mail: mail.email, at: 'none', by: 'Ada & Co' });
  });

  it('refuses a changed token, an unknown link, and a target that is not a web address', async () => {
    const mail = await send();
    const own = mail.token('click', 1);
    const forged = [
      ...tampered(own),
      mail.token('open', 1),
      mail.token('click', 99),
      'x',
      'https:%2f%2fevil.example',
    ];
    for (const token of [...forged, ...[3, 4, 5].map((link) => mail.token('click', link))]) {
      const answer = await get(`/c/${token}?url=https://evil.example`);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([404, null]);
      expect(answer.body).to.include('This link does not work').and.not.include('evil');
    }
    expect((await mail.row()).clicks).to.equal(undefined);
  });

  it('serves the previews of the built-in templates', async () => {
    const answer = await fetch(`${api.url}/images/newsletter.png`);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).to.equal('PNG');
  });

  it('serves no other files', async () => {
    for (const file of [
      'nothing.png',
      'newsletter.html',
      '..%2Ftemplates.ts',
      '..%2f..%2f..%2fpackage.json',
    ]) {
      expect((await get(`/images/${file}`)).status).to.equal(404);
    }
  });
});
