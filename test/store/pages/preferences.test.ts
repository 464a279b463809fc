import { expect } from 'chai';
import { refreshFigures } from '../../../common/changes/figures.ts';
import { addComplaint } from '../../../common/changes/suppressions.ts';
import { maskedAddress } from '../../../common/domain/masked-address.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type SentMail, tampered, writeGroup, writeSentMail } from '../../support/ledger.ts';
import { rows } from '../../support/rows.ts';

const HOSTILE = `<script>alert(1)</script>"'&<img src=x onerror=alert(2)>`;

const pathOf = (mail: SentMail): string => `/preferences/${mail.token('preferences')}`;

/** The checkboxes of the page, by group. */
const boxes = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/name="group" value="(\d+)"( checked)?>/g)].map((found) => [
      found[1],
      found[2] !== undefined,
    ]),
  );

describe('the preferences page', () => {
  let api: Api;
  let client: Client;
  let shown: number;
  let hidden: number;
  let own: number;

  before(async () => {
    api = await startApi('pages-preferences');
  });
  beforeEach(async () => {
    client = await api.account();
    const group = { user_id: client.user_id };
    shown = await writeGroup({ ...group, group_name: 'Offers', description: 'Cheap things', is_display: 1 });
    hidden = await writeGroup({ ...group, group_name: 'Internal', is_display: 0 });
    own = await writeGroup({ ...group, group_name: 'Letters', is_display: 0 });
  });
  after(() => api.stop());

  const send = (fields: { groupId?: number; fromName?: string } = {}) =>
    writeSentMail(api, { userId: client.user_id, groupId: own, ...fields });
  const open = async (mail: SentMail) => (await api.request(pathOf(mail))).body as string;
  const save = (mail: SentMail, wanted: number[], offered = [shown, own]) => {
    const fields = [...offered.map((id) => ['shown', `${id}`]), ...wanted.map((id) => ['group', `${id}`])];
    return api.request(pathOf(mail), { method: 'POST', body: new URLSearchParams(fields) });
  };
  const stopAll = (mail: SentMail) =>
    api.request(pathOf(mail), { method: 'POST', body: new URLSearchParams({ all: '1' }) });
  const entriesOf = async (mail: SentMail) => {
    const entries = await rows(Suppression)
      .find({ user_id: client.user_id, email_norm: mail.email })
      .toArray();
    return entries.map((entry) => entry.unsubscribe_groups_id);
  };

  it('offers the groups on display and the mail’s own', async () => {
    const mail = await send();
    const body = await open(mail);
    expect(boxes(body)).to.deep.equal({ [shown]: true, [own]: true });
    expect(body)
      .to.include('Cheap things')
      .and.include(maskedAddress(mail.email))
      .and.not.include('Internal');
  });

  it('changes nothing when it is opened', async () => {
    const mail = await send();
    await open(mail);
    await api.request(pathOf(mail), { method: 'HEAD' });
    expect(await entriesOf(mail)).to.deep.equal([]);
    expect(await mail.dirtyAt()).to.equal(null);
  });

  it('unsubscribes from the groups that are left out', async () => {
    const mail = await send();
    const saved = await save(mail, [shown]);
    expect(saved.status).to.equal(200);
    expect(saved.body).to.include('Your choice is saved');
    expect(boxes(saved.body)).to.deep.equal({ [shown]: true, [own]: false });
    expect(await entriesOf(mail)).to.deep.equal([own]);
    expect((await mail.row()).unsubscribed_at).to.be.an.instanceOf(Date);
  });

  it('subscribes again to the groups that are chosen', async () => {
    const mail = await send();
    await save(mail, [shown]);
    await save(mail, [own]);
    expect(await entriesOf(mail)).to.deep.equal([shown]);
    await save(mail, [own, shown]);
    expect(await entriesOf(mail)).to.deep.equal([]);
    expect(boxes(await open(mail))).to.deep.equal({ [shown]: true, [own]: true });
  });

  it('counts a recipient who only saves as still subscribed', async () => {
    const mail = await send();
    await save(mail, [shown, own]);
    expect((await mail.row()).unsubscribed_at).to.equal(undefined);
    const later = await send();
    await rows(Suppression).updateMany({ email_norm: mail.email }, { $set: { email_norm: later.email } });
    await save(later, [own, shown]);
    expect((await later.row()).unsubscribed_at).to.equal(undefined);
  });

  it('changes only groups that it offers', async () => {
    const mail = await send();
    const stranger = await writeGroup({ user_id: (await api.account()).user_id, is_display: 1 });
    await save(mail, [], [hidden, stranger, Number.NaN]);
    expect(await entriesOf(mail)).to.deep.equal([]);
  });

  it('changes only groups on the form, not those made since', async () => {
    const mail = await send();
    const added = await writeGroup({ user_id: client.user_id, is_display: 1 });
    await save(mail, [own]);
    expect(await entriesOf(mail)).to.deep.equal([shown]);
    expect(boxes(await open(mail))).to.include({ [added]: true });
  });

  it('stops all mails with a global entry, once', async () => {
    const mail = await send();
    const done = await stopAll(mail);
    expect(done.body).to.include('You are unsubscribed from all emails');
    expect(done.body).not.to.include('Save my choice');
    await stopAll(mail);
    expect(await entriesOf(mail)).to.deep.equal([null]);
    expect((await mail.row()).unsubscribed_at).to.be.an.instanceOf(Date);
    const list = (await client.get('/global-unsubscribes')).body.message.unSubscribers;
    expect(list.map((entry: { email_address: string }) => entry.email_address)).to.deep.equal([mail.email]);
  });

  describe('asked to undo a stop of all mails', () => {
    const undo = (mail: SentMail) => api.request(`${pathOf(mail)}/undo`, { method: 'POST' });
    const offer = (mail: SentMail) => `action="../preferences/${mail.token('preferences')}/undo"`;

    it('undoes the one that its link made, and leaves the choice of lists', async () => {
      const mail = await send();
      await save(mail, [own]);
      expect((await stopAll(mail)).body).to.include(offer(mail));
      expect(await open(mail)).to.include(offer(mail));
      for (let time = 0; time < 2; time += 1) {
        const undone = await undo(mail);
        expect(undone.body).to.include('You are subscribed again');
        expect(boxes(undone.body)).to.deep.equal({ [shown]: false, [own]: true });
      }
      expect(await entriesOf(mail)).to.deep.equal([shown]);
      // The list is still stopped by this mail.
      expect((await mail.row()).unsubscribed_at).to.be.an.instanceOf(Date);
      expect((await mail.row()).resubscribed!.at).to.be.an.instanceOf(Date);
      await save(mail, [own, shown]);
      expect((await mail.row()).unsubscribed_at).to.equal(undefined);
      expect((await mail.row()).resubscribed!.unsubscribed_at).to.be.an.instanceOf(Date);
    });

    it('leaves one that was made by other means', async () => {
      const mail = await send();
      await client.post('/global-unsubscribes/save', { email_address: mail.email });
      const page = (await undo(mail)).body;
      expect(page).to.include('You are unsubscribed from all emails').and.include('reply@sender.example');
      expect(page).not.to.include('<form');
      expect(await entriesOf(mail)).to.deep.equal([null]);
    });

    it('leaves one that a complaint confirmed', async () => {
      const mail = await send();
      await stopAll(mail);
      await addComplaint(client.user_id, mail.email, { reply: 'abuse', mailing: mail.mailing });
      expect((await undo(mail)).body).to.include('You are unsubscribed from all emails');
      expect(await entriesOf(mail)).to.include(null);
      expect((await mail.row()).resubscribed).to.equal(undefined);
    });

    it('answers 405 to a GET', async () => {
      const mail = await send();
      await stopAll(mail);
      expect((await api.request(`${pathOf(mail)}/undo`)).status).to.equal(405);
      expect(await entriesOf(mail)).to.deep.equal([null]);
    });
  });

  describe('with the question for a reason', () => {
    const QUESTION = 'Why did you unsubscribe?';
    const give = (mail: SentMail, reason: string) =>
      api.request(`${pathOf(mail)}/reason`, { method: 'POST', body: new URLSearchParams({ reason }) });

    it('asks after a stop of all mails, and counts the reason', async () => {
      const mail = await send();
      expect((await stopAll(mail)).body).to.include(QUESTION);
      const answer = await give(mail, 'not_interested');
      expect(answer.body).to.include('Thank you').and.include('You are unsubscribed from all emails');
      expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include({
        unsubscribes: 1,
        reason_not_interested: 1,
      });
      expect(await open(mail)).not.to.include(QUESTION);
    });

    it('asks after lists were left out, not when nothing was stopped or later', async () => {
      const mail = await send();
      expect((await save(mail, [own, shown])).body).not.to.include(QUESTION);
      const saved = await save(mail, [own]);
      expect(saved.body).to.include(QUESTION).and.include('Save my choice');
      expect(await open(mail)).not.to.include(QUESTION);
      const answer = await give(mail, 'other');
      expect(answer.body).to.include('Thank you');
      expect(boxes(answer.body)).to.deep.equal({ [shown]: false, [own]: true });
      expect((await mail.row()).unsubscribe_reason).to.equal('other');
    });
  });

  it('refuses unreadable forms', async () => {
    const mail = await send();
    const odd = await api.request(pathOf(mail), {
      method: 'POST',
      body: '<x/>',
      headers: { 'Content-Type': 'text/xml' },
    });
    expect(odd.status).to.equal(415);
    expect(odd.headers.get('content-type')).to.equal('text/html; charset=utf-8');
  });

  it('accepts only its own tokens', async () => {
    const mail = await send();
    for (const forged of [...tampered(mail.token('preferences')), mail.token('unsubscribe')]) {
      expect((await api.request(`/preferences/${forged}`)).status).to.equal(404);
      const post = { method: 'POST', body: new URLSearchParams({ all: '1' }) };
      expect((await api.request(`/preferences/${forged}`, post)).status).to.equal(404);
    }
    expect(await entriesOf(mail)).to.deep.equal([]);
  });

  it('escapes texts of others', async () => {
    const groupId = await writeGroup({ user_id: client.user_id, group_name: HOSTILE, description: HOSTILE });
    const mail = await send({ groupId, fromName: HOSTILE });
    for (const body of [
      await open(mail),
      (await save(mail, [], [groupId])).body,
      (await stopAll(mail)).body,
    ]) {
      expect(body)
        .to.include('&lt;script&gt;alert(1)')
        .and.not.match(/<script|<img/);
    }
  });
});
