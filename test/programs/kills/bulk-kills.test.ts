import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { unpackIds } from '../../../common/domain/packed-ids.ts';
import { BulkChange, type BulkChangeDocument } from '../../../common/models/bulk-changes.ts';
import { Contact, newContact } from '../../../common/models/contacts.ts';
import { EventNote } from '../../../common/models/event-notes.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 20_000;
const KILLS = 4;
const PROGRAM = 'test/support/bulk-process.ts';

describe('killing the worker in a bulk change', () => {
  let engine: Engine;
  let ground: Ground;
  before(async () => {
    engine = await startEngine('faults-bulk-kills');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    const { user_id } = ground.client;
    const first = await reserveIds('contacts', PEOPLE);
    const owner = { userId: user_id, contactTypeId: ground.contact_type_id };
    const at = new Date();
    await rows(Contact).insertMany(
      Array.from({ length: PEOPLE }, (_, n) =>
        newContact(first + n, owner, `p${n}@example.com`, `p${n}@example.com`, at),
      ),
    );
  });

  const found = async (_id: number): Promise<BulkChangeDocument> =>
    (await rows(BulkChange).findOne({ _id }))!;

  /** Starts a worker for a change; answers what kills it. */
  function startWorker(_id: number): () => Promise<unknown> {
    const { child } = startNode([PROGRAM, String(_id)], storeEnvironment(engine.api.config));
    const gone = once(child, 'exit');
    return () => {
      child.kill('SIGKILL');
      return gone;
    };
  }

  /** Kills the worker anywhere in a step. */
  async function killed(_id: number, done: number): Promise<void> {
    const kill = startWorker(_id);
    try {
      await until(async () => (await found(_id)).done >= done);
      await delay(Math.random() * 30);
    } finally {
      await kill();
    }
    // Lets the lease end now instead of half a minute later.
    await rows(BulkChange).updateOne({ _id, state: 'running' }, { $set: { lease_until: new Date(0) } });
  }

  async function throughKills(fields: object): Promise<BulkChangeDocument> {
    const { body } = await ground.client.post('/contacts/bulk/save', { ...fields, search: 'p' });
    await engine.sweepOnce();
    await ground.client.post(`/contacts/bulk/start?id=${body.id}`);
    for (let kill = 1; kill <= KILLS; kill += 1) await killed(body.id, kill * 3000);
    expect((await found(body.id)).state).to.equal('running');
    await engine.sweepOnce();
    return found(body.id);
  }

  it('deletes each contact once, counts it once, and reports each to webhooks', async () => {
    await ground.client.post('/webhooks/save', {
      url: 'https://hooks.example/',
      events: ['contact.deleted'],
    });
    expect(await throughKills({ action: 'delete' })).to.include({
      state: 'completed',
      matched: PEOPLE,
      done: PEOPLE,
    });
    const { user_id } = ground.client;
    expect(await rows(Contact).countDocuments({ user_id, deleted_at: null })).to.equal(0);
    const notes = await rows(EventNote).find({ user_id }).toArray();
    const told = new Set(notes.flatMap(({ ids }) => (ids ? unpackIds(ids.buffer) : [])));
    expect(told.size).to.equal(PEOPLE);
    expect(new Set(notes.map(({ occasion }) => occasion)).size, 'one event for each contact').to.equal(1);
  });

  it('leaves alone what a person took back while a killed worker had it, and counts what was changed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { body } = await ground.client.post('/contacts/bulk/save', { action: 'delete', search: 'p' });
      await engine.sweepOnce();
      const { matched } = await found(body.id);
      await ground.client.post(`/contacts/bulk/start?id=${body.id}`);
      const workers = [startWorker(body.id), startWorker(body.id)];
      try {
        await until(async () => (await found(body.id)).lease_token !== null, 'a worker with the change');
        await delay(Math.random() * 40);
        expect((await ground.client.post(`/contacts/bulk/cancel?id=${body.id}`)).status).to.equal(200);
      } finally {
        await Promise.all(workers.map((kill) => kill()));
      }
      await rows(BulkChange).updateOne({ _id: body.id }, { $set: { lease_until: new Date(0) } });
      await engine.sweepOnce();
      const { state, done } = await found(body.id);
      expect(state).to.equal('cancelled');
      const { user_id } = ground.client;
      const left = await rows(Contact).countDocuments({ user_id, deleted_at: null });
      expect(left, `${done} of ${matched} were changed`).to.equal(matched - done);
    }
  });

  it('unsubscribes each contact once', async () => {
    const group = ground.unsubscribe_group_id;
    expect(await throughKills({ action: 'unsubscribe', unsubscribe_groups_id: group })).to.include({
      state: 'completed',
      matched: PEOPLE,
      done: PEOPLE,
    });
    expect(await rows(Suppression).countDocuments({ unsubscribe_groups_id: group })).to.equal(PEOPLE);
  });
});
