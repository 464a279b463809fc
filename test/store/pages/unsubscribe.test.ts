import { expect } from 'chai';
import { refreshFigures } from '../../../common/changes/figures.ts';
import { keepLinks } from '../../../common/changes/mail-links.ts';
import { maskedAddress } from '../../../common/domain/masked-address.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type SentMail, tampered, writeGroup, writeSentMail } from '../../support/ledger.ts';
import { rows } from '../../support/rows.ts';

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
    it(`accepts a one-click POST once, without cookie and redirect, as ${encoding}`, async () => {
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

  it('keeps its state under two hundred scans', async () => {
    const mail = await send();
    const before = await mail.row();
    for (let scan = 0; scan < 200; scan += 20) {
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
    expect(page.body).to.include('Monthly news').and.include('<form method="post"');
    // A stranger with a forwarded mail sees the page, too.
    expect(page.body).to.include(maskedAddress(mail.email)).and.not.include(mail.email);
    expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
    const done = await api.request(pathOf(mail), { method: 'POST' });
    expect(done.body).to.include('You are unsubscribed').and.not.include('>Unsubscribe</button>');
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

  describe('asked to undo', () => {
    const post = (mail: SentMail, page = '') => api.request(`${pathOf(mail)}${page}`, { method: 'POST' });
    const undo = (mail: SentMail) => post(mail, '/undo');
    const offer = (mail: SentMail) => `action="../unsubscribe/${mail.token('unsubscribe')}/undo"`;

    it('offers it once the recipient is unsubscribed, also when the page is opened again', async () => {
      const mail = await send();
      expect((await api.request(pathOf(mail))).body).not.to.include(offer(mail));
      expect((await post(mail)).body).to.include(offer(mail));
      const again = await api.request(pathOf(mail));
      expect(again.body).to.include('You are unsubscribed').and.include(offer(mail));
    });

    it('lifts the opt-out, and records it with the mail, however often it is done', async () => {
      const mail = await send();
      await post(mail);
      const { unsubscribed_at } = await mail.row();
      for (let time = 0; time < 3; time += 1) {
        const undone = await undo(mail);
        expect(undone.status).to.equal(200);
        expect(undone.body).to.include('You are subscribed again');
        expect(await entriesOf(mail.email)).to.deep.equal([]);
      }
      const row = await mail.row();
      expect(row.unsubscribed_at).to.equal(undefined);
      expect(row.resubscribed).to.deep.include({ unsubscribed_at });
      expect(row.resubscribed!.at).to.be.an.instanceOf(Date);
      expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include({ unsubscribes: 0 });
    });

    it('counts another unsubscribe after it', async () => {
      const mail = await send();
      await post(mail);
      await undo(mail);
      expect((await post(mail)).body)
        .to.include('You are unsubscribed')
        .and.include(offer(mail));
      expect(await entriesOf(mail.email)).to.have.length(1);
      expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include({ unsubscribes: 1 });
    });

    it('completes what a crash between its writes left undone', async () => {
      const mail = await send();
      await post(mail);
      await rows(Suppression).deleteMany({ email_norm: mail.email });
      await undo(mail);
      expect((await mail.row()).resubscribed).to.be.an('object');
      expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include({ unsubscribes: 0 });
    });

    it('leaves an opt-out that was made by other means', async () => {
      const mail = await send();
      const save = (path: string, given: object) =>
        client.post(path, { email_address: mail.email.toUpperCase(), ...given });
      await save('/unsubscribes-groups/manually-add', { unsubscribe_groups_id: mail.groupId });
      expect((await post(mail)).body).not.to.include(offer(mail));
      expect((await undo(mail)).body).to.include('You are unsubscribed');
      expect(await entriesOf(mail.email)).to.have.length(1);
      expect((await mail.row()).resubscribed).to.equal(undefined);
    });

    it('leaves an opt-out that another mail’s link made', async () => {
      const [one, other] = [await send(), await send()];
      await rows(Mailing).updateOne({ _id: other.mailing }, { $set: { unsubscribe_group_id: one.groupId } });
      await rows(Delivery).updateOne({ _id: other.id }, { $set: { email: one.email } });
      await post(one);
      expect((await undo(other)).body)
        .to.include('You are unsubscribed')
        .and.not.include('/undo"');
      expect(await entriesOf(one.email)).to.have.length(1);
      expect((await undo(one)).body).to.include('You are subscribed again');
    });

    it('refuses once a complaint or the account confirmed the opt-out', async () => {
      const mail = await send();
      await post(mail);
      await client.post('/unsubscribes-groups/manually-add', {
        unsubscribe_groups_id: mail.groupId,
        email_address: mail.email,
      });
      const opened = await api.request(pathOf(mail));
      expect(opened.body).to.include('You are unsubscribed').and.not.include(offer(mail));
      await undo(mail);
      expect(await entriesOf(mail.email)).to.have.length(1);
    });

    it('keeps an opt-out from all mails, and shows it', async () => {
      const mail = await send();
      await post(mail);
      await client.post('/global-unsubscribes/save', { email_address: mail.email });
      expect((await undo(mail)).body)
        .to.include('You are unsubscribed')
        .and.not.include('/undo"');
      expect((await entriesOf(mail.email)).map((entry) => entry.unsubscribe_groups_id)).to.deep.equal([null]);
    });

    it('works when the retention has removed the row of the mail', async () => {
      const mail = await send();
      await keepLinks(client.user_id, { _id: mail.id });
      await rows(Delivery).deleteOne({ _id: mail.id });
      expect((await post(mail)).body).to.include(offer(mail));
      expect((await undo(mail)).body).to.include('You are subscribed again');
      expect(await entriesOf(mail.email)).to.deep.equal([]);
    });

    it('needs a POST and our token', async () => {
      const mail = await send();
      await post(mail);
      expect((await api.request(`${pathOf(mail)}/undo`)).status).to.equal(405);
      const forged = await api.request(`/unsubscribe/${mail.token('preferences')}/undo`, { method: 'POST' });
      expect(forged.status).to.equal(404);
      expect(await entriesOf(mail.email)).to.have.length(1);
    });
  });

  describe('with a reason', () => {
    const post = (mail: SentMail) => api.request(pathOf(mail), { method: 'POST' });
    const give = (mail: SentMail, fields: Record<string, string>) =>
      api.request(`${pathOf(mail)}/reason`, { method: 'POST', body: new URLSearchParams(fields) });
    const QUESTION = 'Why did you unsubscribe?';

    it('asks for it only after the unsubscribe', async () => {
      const mail = await send();
      expect((await api.request(pathOf(mail))).body).not.to.include(QUESTION);
      expect((await post(mail)).body).to.include(QUESTION);
      expect((await api.request(pathOf(mail))).body).to.include(QUESTION);
    });

    it('counts the last one that is given, once', async () => {
      const mail = await send();
      await post(mail);
      for (const reason of ['other', 'too_many', 'too_many']) {
        const answer = await give(mail, { reason });
        expect(answer.status).to.equal(200);
        expect(answer.body).to.include('Thank you').and.include('You are unsubscribed');
        expect(answer.body).not.to.include(QUESTION);
      }
      expect((await mail.row()).unsubscribe_reason).to.equal('too_many');
      expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include({
        unsubscribes: 1,
        reason_too_many: 1,
        reason_other: 0,
      });
      expect((await api.request(pathOf(mail))).body).not.to.include(QUESTION);
    });

    it('records nothing of a form without a reason of ours', async () => {
      const mail = await send();
      await post(mail);
      const before = await mail.row();
      for (const fields of [{}, { reason: '' }, { reason: 'constructor' }, { reason: 'x'.repeat(9999) }]) {
        const answer = await give(mail, fields);
        expect(answer.body).to.include('Please choose one of the answers first').and.include(QUESTION);
      }
      expect(await mail.row()).to.deep.equal(before);
    });

    it('records nothing of a recipient who is still subscribed', async () => {
      const mail = await send();
      const answer = await give(mail, { reason: 'other' });
      expect(answer.body).to.include('Unsubscribe?').and.not.include('Thank you');
      expect((await mail.row()).unsubscribe_reason).to.equal(undefined);
      expect(await entriesOf(mail.email)).to.deep.equal([]);
      expect(await mail.dirtyAt()).to.equal(null);
    });

    it('forgets it when the unsubscribe is undone, and asks again after the next', async () => {
      const mail = await send();
      await post(mail);
      await give(mail, { reason: 'other' });
      await api.request(`${pathOf(mail)}/undo`, { method: 'POST' });
      expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include({
        unsubscribes: 0,
        reason_other: 0,
      });
      expect((await post(mail)).body).to.include(QUESTION);
    });

    it('does not ask when the retention has removed the row of the mail', async () => {
      const mail = await send();
      await keepLinks(client.user_id, { _id: mail.id });
      await rows(Delivery).deleteOne({ _id: mail.id });
      expect((await post(mail)).body)
        .to.include('You are unsubscribed')
        .and.not.include(QUESTION);
      expect((await give(mail, { reason: 'other' })).status).to.equal(200);
    });

    it('accepts only its own tokens and forms', async () => {
      const mail = await send();
      await post(mail);
      const forged = await api.request(`/unsubscribe/${mail.token('open')}/reason`, { method: 'POST' });
      expect(forged.status).to.equal(404);
      const odd = {
        method: 'POST',
        body: '{"reason":"other"}',
        headers: { 'Content-Type': 'application/json' },
      };
      expect((await api.request(`${pathOf(mail)}/reason`, odd)).status).to.equal(415);
      expect((await api.request(`${pathOf(mail)}/reason`)).status).to.equal(405);
    });
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
