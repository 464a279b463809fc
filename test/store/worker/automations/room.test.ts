import { expect } from 'chai';
import { now, setClock } from '../../../../common/clock.ts';
import { Enrollment } from '../../../../common/models/enrollments.ts';
import { Notice } from '../../../../common/models/notices.ts';
import { SegmentRecipient } from '../../../../common/models/segment-recipients.ts';
import { changeQuotas } from '../../../../common/quotas/change-standing.ts';
import automationWalk from '../../../../worker/automations/jobs/automation-walk.ts';
import { createSeries, join, MINUTE, movableClock, type Series } from '../../../support/automations.ts';
import { type Engine, people, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { perform } from '../../../support/job-payloads.ts';
import { subjects, watch } from '../../../support/notices.ts';
import { rows } from '../../../support/rows.ts';
import { segmentBook } from '../../../support/segments.ts';
import { until } from '../../../support/until.ts';
import { addContacts } from '../../../support/world.ts';

const RETRY = 16 * MINUTE;
const ROOM = 3;

describe('an automation of an account without room for more contacts', () => {
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-room');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    engine.rung.length = 0;
    await allow(ROOM);
  });
  afterEach(() => setClock());

  const allow = (derived_rows: number) => changeQuotas(ground.client.user_id, { derived_rows });
  const usedRows = async (): Promise<number> => {
    const { quotas } = (await ground.client.get('/quotas')).body.message;
    return quotas.find(({ name }: { name: string }) => name === 'derived_rows').used;
  };
  const entered = async (series: Series): Promise<string[]> =>
    (await series.enrollments()).map((enrollment) => enrollment.email_norm).sort();
  const fullSince = async (series: Series): Promise<string | null> => {
    const { body } = await ground.client.get(`/automations/details?utr=${series.utr}`);
    return body.message.automation.full_since;
  };
  /** Lets time pass until so many have entered: a worker believes limits for a second. */
  const enteredLater = (series: Series, count: number) =>
    until(async () => {
      clock.pass(RETRY);
      await engine.sweepOnce();
      return (await series.enrollments()).length === count;
    }, `${count} enrollments`);

  it('enrolls as many as there is room for, and the others later, as at their time', async () => {
    const series = await createSeries(ground);
    await series.email({ waiting_type: 'days', waiting_period: 3 });
    await series.live();
    const address = await watch(ground.client);
    clock.pass(MINUTE);
    const joined = now();
    await join(ground, people(5), engine.worker);
    await join(ground, ['late@example.com'], engine.worker);
    expect(await series.enrollments()).to.have.length(ROOM);
    expect(Date.parse((await fullSince(series))!)).to.be.at.least(joined.getTime());
    clock.pass(RETRY);
    await engine.sweepOnce();
    expect(await series.enrollments()).to.have.length(ROOM);
    expect((await series.document()).walk!.at.getTime()).to.be.above(now().getTime());

    await allow(100);
    await enteredLater(series, 6);
    expect(await entered(series)).to.deep.equal([...people(5), 'late@example.com'].sort());
    for (const { entered_at } of await series.enrollments())
      expect(entered_at.getTime()).to.be.within(joined.getTime(), joined.getTime() + MINUTE);
    expect(await fullSince(series)).to.equal(null);
    const noted = await rows(Notice).countDocuments({
      user_id: ground.client.user_id,
      kind: 'automation-full',
    });
    expect(noted).to.equal(1);
    await engine.settle();
    expect(await subjects(engine.mail, address)).to.include(
      'New contacts cannot enter an automation: the account is full',
    );
  });

  it('enrolls the rest of a target later that it had when it went live', async () => {
    await addContacts(ground, people(5));
    const series = await createSeries(ground, { type: 'custom' });
    await series.live();
    const { live_at } = await series.document();
    for (let round = 0; round < 2; round += 1)
      await perform(automationWalk, { automationId: series.id }, engine.worker);
    expect(await series.enrollments()).to.have.length(ROOM);
    expect(await fullSince(series)).not.to.equal(null);
    await allow(100);
    await enteredLater(series, 5);
    for (const { entered_at } of await series.enrollments()) expect(entered_at).to.deep.equal(live_at);
    expect(await fullSince(series)).to.equal(null);
  });

  it('does not go live while there is no room', async () => {
    await addContacts(ground, people(2));
    const first = await createSeries(ground, { type: 'custom' });
    await allow(2);
    await first.live();
    await engine.sweepOnce();
    expect(await first.enrollments()).to.have.length(2);
    const second = await createSeries(ground, { type: 'custom' });
    const { status, body } = await ground.client.get(`/automations/set-live?utr=${second.utr}`);
    expect([status, body.errors]).to.deep.equal([409, 'Quota reached: derived_rows (see GET quotas)']);
  });

  it('has the room of a deleted one, whether its contacts waited or were done', async () => {
    await addContacts(ground, people(ROOM));
    const first = await createSeries(ground, { type: 'custom' });
    const second = await createSeries(ground, { type: 'custom' });
    await first.email();
    await first.live();
    await engine.settle();
    expect((await first.enrollments()).map(({ state }) => state)).to.deep.equal(
      people(ROOM).map(() => 'done'),
    );
    const goLive = () => ground.client.get(`/automations/set-live?utr=${second.utr}`);
    expect((await goLive()).status).to.equal(409);
    expect(await usedRows()).to.equal(ROOM);
    await ground.client.delete(`/automations/delete?utr=${first.utr}`);
    await engine.settle();
    expect(await usedRows()).to.equal(0);
    await second.live();
    await engine.sweepOnce();
    expect(await entered(second)).to.deep.equal(people(ROOM));
    await ground.client.delete(`/automations/delete?utr=${second.utr}`);
    await engine.settle();
    expect(await rows(Enrollment).countDocuments({ user_id: ground.client.user_id })).to.equal(0);
    expect(await usedRows()).to.equal(0);
  });

  it('finds those who join while it enrolls others', async () => {
    const series = await createSeries(ground);
    await series.live();
    await join(ground, people(5), engine.worker);
    const { walk } = await series.document();
    await join(ground, ['other@example.com'], engine.worker);
    const later = (await series.document()).walk!;
    expect(later.full).to.deep.equal({ since: walk!.full!.since, times: 2 });
    expect([later.at, later.after]).to.deep.equal([walk!.at, walk!.after]);
    await allow(100);
    await enteredLater(series, 6);
  });

  it('takes those who joined a segment, by its rule or by hand', async () => {
    // Each has a row in the segment, and one in the automation.
    await allow(7);
    const book = segmentBook(ground.client, ground.contact_type_id);
    const segment = await book.add();
    await engine.sweepOnce();
    const series = await createSeries(ground, { automation_for: `segments_${segment}` });
    await series.live();
    const contacts = [];
    for (const name of ['ada', 'bea', 'cid']) contacts.push(await book.addContact(`${name}@example.com`));
    await engine.sweepOnce();
    await ground.client.post('/segment/email/store', {
      segment_id: segment,
      first_name: 'Dan',
      last_name: 'By hand',
      email: 'dan@example.com',
    });
    await engine.sweepOnce();
    const user_id = ground.client.user_id;
    const stored = async () =>
      (await rows(SegmentRecipient).countDocuments({ user_id })) +
      (await rows(Enrollment).countDocuments({ user_id }));
    expect(await stored()).to.equal(7);
    const waiting = 4 - (await series.enrollments()).length;
    expect(waiting).to.equal(1);
    await ground.client.delete(`/contacts/delete?contact_id=${contacts[0]}`);
    await engine.sweepOnce();
    await allow(100);
    await enteredLater(series, 4);
    expect(await entered(series)).to.include('dan@example.com');
  });

  it('holds the bound while calls and joins add at the same moment', async () => {
    await allow(10);
    const segment_id = await segmentBook(ground.client, ground.contact_type_id).add();
    const list = [await createSeries(ground), await createSeries(ground)];
    for (const series of list) await series.live();
    await addContacts(ground, people(8));
    const answers = await Promise.all([
      join(ground, people(8, 'joined'), engine.worker),
      ...people(8, 'stored').map((email) =>
        ground.client.post('/segment/email/store', { segment_id, first_name: 'A', last_name: 'B', email }),
      ),
    ]);
    const user_id = ground.client.user_id;
    const segmentRows = await rows(SegmentRecipient).countDocuments({ user_id });
    expect(answers.filter((answer) => answer?.status === 200)).to.have.length(segmentRows);
    expect(segmentRows + (await rows(Enrollment).countDocuments({ user_id }))).to.equal(10);
  });
});
