import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Enrollment } from '../../../../../common/models/enrollments.ts';
import { SegmentRecipient } from '../../../../../common/models/segment-recipients.ts';
import { applyRetention } from '../../../../../worker/lifecycle/retention/apply.ts';
import { purgeContacts } from '../../../../../worker/lifecycle/retention/purge-contacts.ts';
import { type Engine, people, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { segmentBook } from '../../../../support/segments.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const EVERYBODY = { select_field: ['email'], select_operator: ['is not blank'], value: [] };
const DAY = 24 * 3600_000;

describe('the purge of deleted contacts', () => {
  let engine: Engine;
  let ground: Ground;
  let ids: number[];

  const inDays = (days: number) => setClock(() => Date.now() + days * DAY);
  const left = () => rows(Contact).countDocuments({ user_id: ground.client.user_id });
  const listed = async (): Promise<{ id: number; email: string }[]> =>
    (await ground.client.get('/contacts/list')).body.message.contacts;

  before(async () => {
    engine = await startEngine('purge-contacts');
    ground = await engine.ground();
    await addContacts(ground, people(10));
    const segment = await segmentBook(ground.client, ground.contact_type_id).add(EVERYBODY);
    const members = () => rows(SegmentRecipient).countDocuments({ segment_id: segment });
    await until(async () => {
      await engine.sweepOnce();
      await engine.work();
      return (await members()) === 10;
    }, 'the segment to be walked');
    ids = (await listed()).map(({ id }) => id);
    const gone = new URLSearchParams(ids.slice(0, 4).map((id, at) => [`strIds[${at}]`, String(id)]));
    expect((await ground.client.post('/contacts/bulk-delete', gone)).status).to.equal(200);
    // A row that keeps a contact out of a segment refers to it, too.
    await rows(SegmentRecipient).updateOne({ contact_id: ids[0]! }, { $set: { removed: true } });
  });
  after(async () => {
    setClock();
    await engine?.stop();
  });

  it('keeps them for PURGE_DAYS, and forever when so configured', async () => {
    inDays(29);
    await applyRetention(engine.worker);
    inDays(4000);
    await applyRetention(engine.another({}, { purgeDays: 0, retentionDays: 0 }));
    expect(await left()).to.equal(10);
  });

  it('removes them with their rows in segments, in one run or two, and keeps other contacts', async () => {
    inDays(31);
    await Promise.all([applyRetention(engine.worker), applyRetention(engine.worker)]);
    await applyRetention(engine.worker);
    expect(await left()).to.equal(6);
    expect((await listed()).map(({ id }) => id)).to.deep.equal(ids.slice(4));
    expect(await rows(SegmentRecipient).countDocuments({ contact_id: { $in: ids.slice(0, 4) } })).to.equal(0);
    const addresses = people(10).slice(0, 4);
    for (const model of [Contact, SegmentRecipient, Enrollment])
      expect(JSON.stringify(await model.driver.find({}).toArray())).not.to.include(addresses[0]!);
  });

  it('stops when the worker is asked to stop', async () => {
    await ground.client.delete(`/contacts/delete?contact_id=${ids[5]}`);
    inDays(90);
    expect(await purgeContacts(new Date(Date.now() + 60 * DAY), () => true)).to.equal(0);
    expect(await left()).to.equal(6);
  });
});
