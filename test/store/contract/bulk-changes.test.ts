import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { EventNote } from '../../../common/models/event-notes.ts';
import { changeQuotas } from '../../../common/quotas/change-standing.ts';
import { endBulkChanges } from '../../../worker/lifecycle/erasure/erased-records.ts';
import { newErasing } from '../../../worker/lifecycle/erasure/erasing.ts';
import type { Client } from '../../support/api.ts';
import { movableClock } from '../../support/automations.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import type { Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { addContacts } from '../../support/world.ts';

/** More than two steps of a change. */
const MANY = 1100;

describe('a bulk change', () => {
  let engine: Engine;
  let ground: Ground;
  let client: Client;
  let clock: ReturnType<typeof movableClock>;
  before(async () => {
    clock = movableClock();
    engine = await startEngine('contract-bulk-changes', { RATE_CALLS: '0' });
  });
  after(async () => {
    await engine.stop();
    setClock();
  });
  beforeEach(async () => {
    ground = await engine.ground();
    client = ground.client;
    await addContacts(ground, ['ada@one.example', 'adam@one.example', 'bob@one.example']);
  });

  const details = async (id: number, by = client) =>
    (await by.get(`/contacts/bulk/details?id=${id}`)).body.message.bulk_change;
  const start = (id: number, by = client, fields: Readonly<Record<string, unknown>> = {}) =>
    by.post(`/contacts/bulk/start?id=${id}`, fields);
  const cancel = (id: number, by = client) => by.post(`/contacts/bulk/cancel?id=${id}`);
  const addresses = async (): Promise<string[]> =>
    (await client.get('/contacts/list')).body.message.contacts.map(({ email }: { email: string }) => email);

  async function saved(fields: Record<string, unknown>): Promise<number> {
    const { status, body } = await client.post('/contacts/bulk/save', fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.id;
  }
  async function counted(fields: Record<string, unknown>): Promise<number> {
    const id = await saved(fields);
    await engine.sweepOnce();
    return id;
  }
  async function done(fields: Record<string, unknown>) {
    const id = await counted(fields);
    expect((await start(id)).status).to.equal(200);
    await engine.sweepOnce();
    return details(id);
  }
  async function segment(): Promise<number> {
    const { body } = await client.post('/segment/store', {
      segment_name: 'Friends',
      contact_type_id: ground.contact_type_id,
      select_field: ['first_name'],
      select_operator: ['is'],
      value: ['Nobody'],
    });
    return body.id;
  }
  const members = async (id: number): Promise<string[]> =>
    (await client.get(`/segment/email/list?segment_id=${id}`)).body.message.contactEmails.map(
      ({ email }: { email: string }) => email,
    );

  it('counts first, and changes nothing until it is started', async () => {
    const id = await saved({ action: 'delete', search: 'ad' });
    expect(await details(id)).to.include({ state: 'counting', contacts_matched: 0 });
    expect([(await start(id)).status, (await start(id)).body.errors]).to.deep.equal([
      409,
      'The contacts are still being counted',
    ]);
    await engine.sweepOnce();
    expect(await details(id)).to.include({
      action: 'delete',
      state: 'ready',
      contacts_matched: 2,
      contacts_done: 0,
      finished_at: null,
    });
    expect(await addresses()).to.have.length(3);
  });

  it('deletes the contacts that a search finds, and no others', async () => {
    const found = await done({ action: 'delete', search: 'ad' });
    expect(found).to.include({ state: 'completed', contacts_matched: 2, contacts_done: 2, percent: 100 });
    expect(await addresses()).to.deep.equal(['bob@one.example']);
    const { contacts_count } = (await client.get('/contacts-type')).body.message.contactTypes.find(
      ({ id }: { id: number }) => id === ground.contact_type_id,
    );
    expect(contacts_count).to.equal(1);
    expect((await rows(BulkChange).findOne({ _id: found.id }))!.search).to.equal(null);
  });

  it('changes just the given contacts, that the search finds and that exist', async () => {
    const listed = (await client.get('/contacts/list')).body.message.contacts as {
      id: number;
      email: string;
    }[];
    const [ada, adam, bob] = ['ada', 'adam', 'bob'].map(
      (name) => listed.find(({ email }) => email.startsWith(`${name}@`))!.id,
    );
    const contact_ids = [bob, ada, 99_999_999, bob];
    expect(await details(await counted({ action: 'delete', contact_ids, search: 'ada' }))).to.include({
      contacts_matched: 1,
    });
    const done2 = await done({ action: 'delete', contact_ids });
    expect(done2).to.include({ state: 'completed', contacts_matched: 2, contacts_done: 2, percent: 100 });
    expect(await addresses()).to.deep.equal(['adam@one.example']);
    const stranger = await engine.ground();
    for (const [ids, who] of [
      [[adam], stranger.client],
      [[ada], client],
    ] as const) {
      const { status, body } = await who.post('/contacts/bulk/save', { action: 'delete', contact_ids: ids });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['contact_ids']]);
    }
  });

  it('changes all contacts without a search, in steps, and none that is added later', async () => {
    await addContacts(
      ground,
      Array.from({ length: MANY }, (_, n) => `p${n}@many.example`),
    );
    const id = await counted({ action: 'delete' });
    expect(await details(id)).to.include({ contacts_matched: MANY + 3 });
    await addContacts(ground, ['late@one.example']);
    await start(id);
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'completed', contacts_done: MANY + 3 });
    expect(await addresses()).to.deep.equal(['late@one.example']);
  });

  it('unsubscribes contacts from a group', async () => {
    const { unsubscribe_group_id: group } = ground;
    await done({ action: 'unsubscribe', search: 'ad', unsubscribe_groups_id: group });
    const again = await done({ action: 'unsubscribe', unsubscribe_groups_id: group });
    expect(again).to.include({ state: 'completed', contacts_done: 3 });
    const { recipients } = (await client.get(`/unsubscribes-groups/recipients-list?groupId=${group}`)).body
      .message;
    expect(recipients.map(({ email_address }: { email_address: string }) => email_address)).to.deep.equal([
      'ada@one.example',
      'adam@one.example',
      'bob@one.example',
    ]);
  });

  it('unsubscribes contacts from all mails', async () => {
    expect(await done({ action: 'unsubscribe_all', search: 'ad' })).to.include({
      state: 'completed',
      contacts_done: 2,
      unsubscribe_groups_id: null,
    });
    const { unSubscribers } = (await client.get('/global-unsubscribes')).body.message;
    expect(
      unSubscribers.map(({ email_address }: { email_address: string }) => email_address),
    ).to.have.members(['ada@one.example', 'adam@one.example']);
  });

  it('ends when the account would have too many opt-outs, or places in segments', async () => {
    const segment_id = await segment();
    await changeQuotas(client.user_id, { opt_outs: 2, derived_rows: 1 });
    const unsubscribe = { action: 'unsubscribe', unsubscribe_groups_id: ground.unsubscribe_group_id };
    expect(await done(unsubscribe)).to.include({
      state: 'failed',
      contacts_done: 0,
      failure: 'Quota reached: opt_outs (see GET quotas)',
    });
    expect(await done({ ...unsubscribe, search: 'ad' })).to.include({ state: 'completed', contacts_done: 2 });
    expect(await done({ action: 'segment_add', search: 'bob', segment_id })).to.include({
      state: 'completed',
    });
    expect(await done({ action: 'segment_add', search: 'ad', segment_id })).to.include({
      state: 'failed',
      failure: 'Quota reached: derived_rows (see GET quotas)',
    });
    expect(await members(segment_id)).to.deep.equal(['bob@one.example']);
  });

  it('adds contacts to a segment by hand, and takes them out of it', async () => {
    const segment_id = await segment();
    expect(await done({ action: 'segment_add', search: 'ad', segment_id })).to.include({
      state: 'completed',
      contact_type_id: ground.contact_type_id,
      contacts_done: 2,
    });
    expect(await members(segment_id)).to.deep.equal(['ada@one.example', 'adam@one.example']);
    await done({ action: 'segment_add', segment_id });
    expect(await members(segment_id)).to.have.length(3);
    const count = async (): Promise<number> =>
      (await client.get('/segment/list')).body.message.segments.at(-1).segment_emails_count;
    expect(await count()).to.equal(3);
    await done({ action: 'segment_remove', search: 'adam', segment_id });
    expect(await members(segment_id)).to.deep.equal(['ada@one.example', 'bob@one.example']);
    expect(await count()).to.equal(2);
  });

  it('notifies webhooks of each contact, as a call for one contact does', async () => {
    await client.post('/webhooks/save', { url: 'https://hooks.example/', events: ['contact.deleted'] });
    await done({ action: 'delete', search: 'ad' });
    const notes = await rows(EventNote).find({ user_id: client.user_id }).toArray();
    expect(notes.map(({ type, happened }) => [type, happened])).to.deep.equal([['contact.deleted', true]]);
  });

  it('ends after the step that is under way when it is cancelled, and counts that step', async () => {
    const id = await counted({ action: 'delete' });
    await start(id);
    const [first] = await rows(Contact).find({ user_id: client.user_id }).sort({ _id: 1 }).toArray();
    // As after a step of one contact.
    await rows(Contact).updateOne({ _id: first!._id }, { $set: { deleted_at: new Date() } });
    await rows(BulkChange).updateOne({ _id: id }, { $set: { after: first!._id, done: 1 } });
    expect((await cancel(id)).status).to.equal(200);
    expect(await details(id)).to.include({ state: 'running', contacts_done: 1 });
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'cancelled', contacts_done: 1 });
    expect(await addresses()).to.have.length(2);
    for (const call of [start, cancel]) {
      const { status, body } = await call(id);
      expect([status, body.errors]).to.deep.equal([409, 'Bulk change has ended']);
    }
  });

  it('changes nothing when it is cancelled before it begins', async () => {
    const id = await counted({ action: 'delete' });
    await start(id);
    expect((await cancel(id)).status).to.equal(200);
    expect(await details(id)).to.include({ state: 'cancelled', contacts_done: 0 });
    await engine.sweepOnce();
    expect(await addresses()).to.have.length(3);
    const { search, expires_at } = (await rows(BulkChange).findOne({ _id: id }))!;
    expect(search).to.equal(null);
    expect(expires_at!.getTime()).to.be.above(Date.now() + 89 * 24 * 3600_000);
  });

  it('waits for the time in which a person may take it back', async () => {
    const id = await counted({ action: 'delete' });
    expect((await start(id, client, { undo_seconds: 10 })).status).to.equal(200);
    expect((await details(id)).starts_in).to.be.within(9, 10);
    await engine.run('bulk-change', { bulkChangeId: id });
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'running', contacts_done: 0 });
    // Asking again does not make it wait once more, or begin.
    clock.pass(4000);
    expect((await start(id)).status).to.equal(200);
    expect((await details(id)).starts_in).to.be.within(5, 6);
    expect((await cancel(id)).status).to.equal(200);
    clock.pass(60_000);
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'cancelled', contacts_done: 0, starts_in: 0 });
    expect(await addresses()).to.have.length(3);

    const other = await counted({ action: 'delete' });
    await start(other, client, { undo_seconds: 10 });
    clock.pass(10_001);
    expect(await details(other)).to.include({ state: 'running', starts_in: 0 });
    await engine.sweepOnce();
    expect(await details(other)).to.include({ state: 'completed', contacts_done: 3 });
  });

  it('waits an hour at most', async () => {
    const id = await counted({ action: 'delete' });
    for (const undo_seconds of [-1, 3601, 'x', [1, 2], 1e300]) {
      const { status, body } = await start(id, client, { undo_seconds });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['undo_seconds']]);
    }
    expect(await details(id)).to.include({ state: 'ready' });
  });

  it('changes all or nothing when it is cancelled as two workers begin', async () => {
    let undone = 0;
    for (let round = 0; round < 20; round += 1) {
      const id = await counted({ action: 'delete' });
      await start(id);
      const begin = () => engine.run('bulk-change', { bulkChangeId: id });
      await Promise.all(round % 2 === 0 ? [cancel(id), begin(), begin()] : [begin(), begin(), cancel(id)]);
      await engine.sweepOnce();
      const { state, contacts_done: done } = await details(id);
      expect(await addresses(), `${state}, ${done}`).to.have.length(3 - done);
      if (done === 0) {
        expect(state).to.equal('cancelled');
        undone += 1;
        continue;
      }
      await rows(Contact).updateMany({ user_id: client.user_id }, { $set: { deleted_at: null } });
    }
    expect(undone, 'rounds in which the cancel was first').to.be.above(0);
  });

  it('repeats a step that was cut off, and counts it once', async () => {
    const id = await counted({ action: 'delete', search: 'ad' });
    await start(id);
    const ids = (await rows(Contact).find({ user_id: client.user_id, email_norm: /^ad/ }).toArray()).map(
      ({ _id }) => _id,
    );
    // As a worker left it that was killed after it had deleted one.
    await rows(BulkChange).updateOne(
      { _id: id },
      {
        $set: {
          step: { ids, after: ids.at(-1)! },
          lease_token: 'of a worker that is gone',
          lease_until: new Date(0),
        },
      },
    );
    await rows(Contact).updateOne({ _id: ids[0]! }, { $set: { deleted_at: new Date() } });
    engine.rung.length = 0;
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'completed', contacts_matched: 2, contacts_done: 2 });
    expect(await addresses()).to.deep.equal(['bob@one.example']);
  });

  it('fails with a reason when its segment was deleted meanwhile', async () => {
    const segment_id = await segment();
    const id = await counted({ action: 'segment_add', segment_id });
    await client.delete(`/segment/delete?segment_id=${segment_id}`);
    await start(id);
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'failed', failure: 'The segment was deleted.' });
  });

  it('ends when the address that it searches for is erased, and keeps nothing of it', async () => {
    const id = await counted({ action: 'delete', search: 'ADA@one.example' });
    const other = await counted({ action: 'delete', search: 'bob@one.example' });
    const erased = { erased: 'hash@erased.invalid', before: new Date() };
    await endBulkChanges(newErasing(client.user_id, new Map([['ada@one.example', erased]]), []));
    expect(await details(id)).to.include({
      state: 'failed',
      failure: 'The address that it searched for was erased.',
    });
    expect((await rows(BulkChange).findOne({ _id: id }))!.search).to.equal(null);
    expect((await start(id)).status).to.equal(409);
    expect(await details(other)).to.include({ state: 'ready' });
    expect(await addresses()).to.have.length(3);
  });

  it('refuses wrong inputs, and changes nothing', async () => {
    const errors = async (fields: Record<string, unknown>) => {
      const { status, body } = await client.post('/contacts/bulk/save', fields);
      expect(status, JSON.stringify(body)).to.equal(422);
      return Object.keys(body.errors);
    };
    const other = await engine.ground();
    expect(await errors({})).to.deep.equal(['action']);
    expect(await errors({ action: 'forget' })).to.deep.equal(['action']);
    expect(await errors({ action: 'unsubscribe' })).to.deep.equal(['unsubscribe_groups_id']);
    expect(await errors({ action: 'segment_add' })).to.deep.equal(['segment_id']);
    // The filters of contacts/find have other names here, and without them all contacts would be changed.
    expect(await errors({ action: 'delete', segment_id: await segment() })).to.deep.equal(['segment_id']);
    expect(await errors({ action: 'delete', tag: 'vip' })).to.deep.equal(['tag']);
    expect(
      await errors({ action: 'unsubscribe', unsubscribe_groups_id: other.unsubscribe_group_id }),
    ).to.deep.equal(['unsubscribe_groups_id']);
    expect(await errors({ action: 'delete', contact_type_id: other.contact_type_id })).to.deep.equal([
      'contact_type_id',
    ]);
    expect(await errors({ action: 'delete', search: 'x'.repeat(50_000) })).to.deep.equal(['search']);
    expect(await errors({ action: ['delete'] })).to.deep.equal(['action']);
    const id = await counted({ action: 'delete' });
    for (const call of [start, cancel]) expect((await call(id, other.client)).status).to.equal(404);
    expect((await other.client.get(`/contacts/bulk/details?id=${id}`)).status).to.equal(404);
    expect(await addresses()).to.have.length(3);
  });

  it('refuses a fourth while three have not ended', async () => {
    for (let made = 0; made < 3; made += 1) await saved({ action: 'delete' });
    const { status, body } = await client.post('/contacts/bulk/save', { action: 'delete' });
    expect([status, body.errors]).to.deep.equal([409, 'Three bulk changes have not ended yet']);
    const { bulk_changes } = (await client.get('/contacts/bulk')).body.message;
    await cancel(bulk_changes[0].id);
    await saved({ action: 'delete' });
  });
});
