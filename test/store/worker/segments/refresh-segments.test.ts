import { expect } from 'chai';
import { announceContactChanges, noteContactChanges } from '../../../../common/changes/contact-changes.ts';
import { now, setClock } from '../../../../common/clock.ts';
import { ContactChanges } from '../../../../common/models/contact-changes.ts';
import { Contact } from '../../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../../common/models/segment-recipients.ts';
import { SegmentRefresh } from '../../../../common/models/segment-refreshes.ts';
import { Segment } from '../../../../common/models/segments.ts';
import { dueRefreshes } from '../../../../common/queries/contact-changes.ts';
import { ruleReader } from '../../../../common/queries/rule-filters.ts';
import { changeQuotas } from '../../../../common/quotas/change-standing.ts';
import { reserveIds } from '../../../../common/store/ids.ts';
import { leaseType, releaseType } from '../../../../worker/segments/lease.ts';
import { matchesOf } from '../../../../worker/segments/matches.ts';
import { ReadAhead } from '../../../../worker/segments/page.ts';
import refreshSegments, { refreshNext } from '../../../../worker/segments/refresh-segments.ts';
import { LeaseLost, settle } from '../../../../worker/segments/settle.ts';
import type { Client } from '../../../support/api.ts';
import { contactBook } from '../../../support/contact-book.ts';
import { storeContacts } from '../../../support/contacts.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { perform } from '../../../support/job-payloads.ts';
import { rows } from '../../../support/rows.ts';
import { segmentBook } from '../../../support/segments.ts';
import { changeEntries, ruleGroups, walkPages } from '../../../support/small-steps.ts';
import { stoppingAfter } from '../../../support/stopping.ts';

const DAY = 86_400_000;
/** Contacts that a step of a walk reads. */
const PAGE = 30;
/** Contacts of one note of a change. A large change has more than 100. */
const ENTRY = 50;
/** Rules of segments in one question to the store. */
const RULES = 4;

describe('refresh-segments', () => {
  walkPages(PAGE);
  changeEntries(ENTRY);
  ruleGroups(RULES);
  let engine: Engine;
  let client: Client;
  let type: number;
  let book: ReturnType<typeof segmentBook>;

  before(async () => {
    engine = await startEngine('worker-refresh-segments');
  });
  beforeEach(async () => {
    client = await engine.api.account();
    type = await contactBook(client).addType('Customers');
    book = segmentBook(client, type);
  });
  afterEach(() => setClock());
  after(() => engine.stop());

  const dueTypes = async () => (await dueRefreshes(now())).map(({ contactTypeId }) => contactTypeId);
  const refresh = (contactTypeId = type) => perform(refreshSegments, { contactTypeId }, engine.worker);
  /** Refreshes, checks the rows and their count, and checks that a second refresh changes nothing. */
  const expectMembers = async (segment: number, addresses: readonly string[]): Promise<void> => {
    for (let round = 0; round < 2; round += 1) {
      await refresh();
      expect(await book.addresses(segment)).to.deep.equal([...addresses].sort());
      expect((await book.stored(segment)).segment_emails_count).to.equal(addresses.length);
      expect(await book.rowCount(segment)).to.equal(addresses.length);
    }
    expect(await book.untold()).to.equal(0);
  };
  const store = (count: number, name = 'many', extra?: Parameters<typeof storeContacts>[1]) =>
    storeContacts({ userId: client.user_id, typeId: type, name, count }, extra);

  it('walks a new rule once, and notes it', async () => {
    await book.addContact('ada@example.com');
    await book.addContact('bob@example.com', { first_name: 'Bob' });
    const segment = await book.add();
    const shown = async () =>
      (await client.get(`/segment/details?segment_id=${segment}`)).body.message.segment;
    expect(await shown()).to.include({ refreshing: true, segment_emails_count: 0 });
    expect(await dueTypes()).to.include(type);
    await expectMembers(segment, ['ada@example.com']);
    expect(await shown()).to.include({ refreshing: false, segment_emails_count: 1 });
    expect(await dueTypes()).not.to.include(type);
  });

  it('follows added, changed, moved and deleted contacts', async () => {
    const segment = await book.add();
    await expectMembers(segment, []);
    const ada = await book.addContact('ada@example.com');
    const other = await book.addContact('other@example.com', { first_name: 'Bob' });
    await expectMembers(segment, ['ada@example.com']);
    await book.updateContact(other, { email: 'other@example.com', first_name: 'ADA' });
    await book.updateContact(ada, { email: 'new@example.com' });
    await expectMembers(segment, ['new@example.com', 'other@example.com']);
    await book.updateContact(ada, { email: 'new@example.com', first_name: '' });
    await expectMembers(segment, ['other@example.com']);
    const elsewhere = await contactBook(client).addType('Others');
    await book.updateContact(other, { email: 'other@example.com', contact_type_id: elsewhere });
    await expectMembers(segment, []);
    await book.updateContact(other, { email: 'other@example.com' });
    const third = await book.addContact('third@example.com');
    await book.addContact('fourth@example.com');
    await expectMembers(segment, ['fourth@example.com', 'other@example.com', 'third@example.com']);
    await client.delete(`/contacts/delete?contact_id=${third}`);
    await expectMembers(segment, ['fourth@example.com', 'other@example.com']);
    await client.post('/contacts/bulk-delete', { strIds: [other] });
    await expectMembers(segment, ['fourth@example.com']);
  });

  it('adds no more rows than the account may have, and the others once there is room', async () => {
    const [walked, joined] = [await book.add(), await book.add()];
    await changeQuotas(client.user_id, { derived_rows: 5 });
    const ada = await book.addContact('ada@example.com');
    for (const name of ['bea', 'cid']) await book.addContact(`${name}@example.com`);
    await refresh();
    const counted = async () => (await book.rowCount(walked)) + (await book.rowCount(joined));
    const count = async (segment: number) => (await book.stored(segment)).segment_emails_count;
    expect(await counted()).to.equal(5);
    expect((await count(walked)) + (await count(joined))).to.equal(5);
    const dan = await book.addContact('dan@example.com');
    await refresh();
    expect(await counted()).to.equal(5);
    expect(await book.untold()).to.equal(0);
    for (const id of [ada, dan]) await client.delete(`/contacts/delete?contact_id=${id}`);
    await refresh();
    expect(await dueTypes()).not.to.include(type);
    setClock(() => Date.now() + DAY);
    expect(await dueTypes()).to.include(type);
    for (const segment of [walked, joined])
      await expectMembers(segment, ['bea@example.com', 'cid@example.com']);
    for (const segment of [walked, joined]) expect((await book.stored(segment)).recheck_at).to.equal(null);
  });

  it('writes nothing when no segment or automation is interested', async () => {
    await book.addContact('ada@example.com');
    expect(await book.untold()).to.equal(0);
    await book.add();
    await book.addContact('eve@example.com');
    expect(await book.untold()).to.equal(1);
  });

  it('follows a change whose process died, but not a refused one', async () => {
    const segment = await book.add();
    await expectMembers(segment, []);
    await store(1, 'left', () => ({ first_name: 'Ada' }));
    const { _id } = (await rows(Contact).findOne({ contact_type_id: type }))!;
    await announceContactChanges(client.user_id, type, [_id]);
    const { held_until } = (await rows(ContactChanges).findOne({ contact_type_id: type }))!;
    await refresh();
    expect(await book.addresses(segment)).to.deep.equal([]);
    setClock(() => held_until!.getTime());
    await expectMembers(segment, ['left-0@example.com']);
    setClock();
    const taken = await client.post('/contacts/add', {
      contact_type_id: type,
      email: 'left-0@example.com',
      country: 1,
      first_name: 'Ada',
    });
    expect(taken.status).to.equal(422);
    expect(await book.untold()).to.equal(0);
  });

  it('does not change what people did by hand', async () => {
    const segment = await book.add();
    const ada = await book.addContact('ada@example.com');
    await book.addContact('eve@example.com');
    await refresh();
    const out = await rows(SegmentRecipient).findOne({ segment_id: segment, contact_id: ada });
    await client.delete(`/segment/email/delete?segment_recipient_id=${out!._id}`);
    const hand = (email: string) =>
      client.post('/segment/email/store', {
        segment_id: segment,
        first_name: 'By',
        last_name: 'Hand',
        email,
      });
    await hand('hand@example.com');
    await hand('later@example.com');
    // A contact whose address was also added by hand occurs once.
    await book.addContact('later@example.com');
    const members = ['eve@example.com', 'hand@example.com', 'later@example.com'];
    await expectMembers(segment, members);
    await book.updateContact(ada, { email: 'ada@example.com', last_name: 'King' });
    await book.change(segment, { select_operator: ['is not blank'], value: [] });
    await expectMembers(segment, members);
    await book.change(segment, { select_operator: ['is blank'], value: [] });
    await expectMembers(segment, ['hand@example.com', 'later@example.com']);
    await hand('ada@example.com');
    await book.change(segment, { select_operator: ['is'], value: ['Ada'] });
    await expectMembers(segment, [...members, 'ada@example.com']);
    const eve = await rows(Contact).findOne({ user_id: client.user_id, email: 'eve@example.com' });
    await book.updateContact(eve!._id, { email: 'hand@example.com' });
    await expectMembers(segment, ['hand@example.com', 'later@example.com', 'ada@example.com']);
  });

  it('walks a changed rule, and a changed contact type', async () => {
    await store(30, 'few', (at) => ({ first_name: at % 2 ? 'Ada' : 'Bob', city: `City ${at % 3}` }));
    const segment = await book.add();
    await refresh();
    expect(await book.rowCount(segment)).to.equal(15);
    await book.change(segment, { select_field: ['city'], select_operator: ['ends with'], value: ['1'] });
    await refresh();
    const found = await rows(Contact).find({ contact_type_id: type, city: 'City 1' }).toArray();
    await expectMembers(
      segment,
      found.map((contact) => contact.email),
    );
    const elsewhere = await contactBook(client).addType('Others');
    await storeContacts({ userId: client.user_id, typeId: elsewhere, name: 'there', count: 1 }, () => ({
      city: 'City 1',
    }));
    await book.change(segment, {
      select_field: ['city'],
      select_operator: ['is'],
      value: ['City 1'],
      contact_type_id: elsewhere,
    });
    await refresh(elsewhere);
    expect(await book.addresses(segment)).to.deep.equal(['there-0@example.com']);
    expect((await book.stored(segment)).segment_emails_count).to.equal(1);
  });

  it('does not walk after a rename', async () => {
    const segment = await book.add();
    await refresh();
    await client.post('/segment/update', {
      ...(await book.stored(segment)),
      segment_id: segment,
      segment_name: 'Renamed',
      query_type: '',
    });
    expect(await book.stored(segment)).to.deep.include({ segment_name: 'Renamed', walk: null, version: 1 });
  });

  it('continues a walk that was stopped, without doubled rows', async () => {
    const size = 2 * PAGE + 1;
    const expected = size - Math.ceil(size / 3);
    await store(size, 'many', (at) => ({ first_name: at % 3 ? 'Ada' : '' }));
    const segment = await book.add();
    for (let looks = 2; looks < 8; looks += 1) {
      await perform(
        refreshSegments,
        { contactTypeId: type },
        { ...engine.worker, stopping: stoppingAfter(looks) },
      );
      const { segment_emails_count } = await book.stored(segment);
      expect(await book.rowCount(segment)).to.equal(segment_emails_count);
    }
    await refresh();
    expect(await book.rowCount(segment)).to.equal(expected);
    expect(await book.stored(segment)).to.include({ segment_emails_count: expected, walk: null });
    // Repeats steps, as after a crash before their checkpoint: of a later walk, and of the first.
    for (const walked_version of [1, 0]) {
      await rewind(segment, walked_version);
      await refresh();
      expect(await book.rowCount(segment)).to.equal(expected);
      expect(await book.stored(segment)).to.include({ segment_emails_count: expected, walk: null });
    }
  });

  const rewind = async (segment: number, walked_version: number): Promise<void> => {
    await rows(Segment).updateOne(
      { _id: segment },
      { $set: { walk: { phase: 'contacts', after: 0, began_at: now() }, walked_version } },
    );
  };

  it('walks a rule for the first time and keeps people who were added by hand', async () => {
    await store(PAGE + 2, 'many', () => ({ first_name: 'Ada' }));
    const segment = await book.add();
    // One in each page that is read, and one more.
    for (const email of ['many-7@example.com', `many-${PAGE + 1}@example.com`, 'another@example.com']) {
      const person = { first_name: 'By', last_name: 'Hand', email };
      expect((await client.post('/segment/email/store', { segment_id: segment, ...person })).status).to.equal(
        200,
      );
    }
    await refresh();
    expect(await book.rowCount(segment)).to.equal(PAGE + 3);
    expect(await book.stored(segment)).to.include({ segment_emails_count: PAGE + 3, walk: null });
    expect(new Set(await book.addresses(segment)).size).to.equal(PAGE + 3);
  });

  it('uses no page that was read before a change that is worked off', async () => {
    await store(PAGE + 1, 'many', () => ({ first_name: 'Ada' }));
    const segment = await book.add();
    const ahead = new ReadAhead();
    const read: Promise<unknown>[] = [];
    const begin = ahead.begin.bind(ahead);
    ahead.begin = (start, page) => {
      const promised = page(start.after);
      read.push(promised);
      begin(start, () => promised);
    };
    const held = (await leaseType(client.user_id, type))!;
    const walker = { worker: engine.worker, isOver: () => false, ahead };
    const next = () => refreshNext(held, walker);
    while (read.length === 0) expect(await next()).to.equal(true);
    const [page] = await Promise.all(read);
    const { matched } = page as { matched: { _id: number; email: string }[] };
    expect(matched.map(({ email }) => email)).to.deep.equal([`many-${PAGE}@example.com`]);
    await book.updateContact(matched[0]!._id, { email: `many-${PAGE}@example.com`, first_name: 'Bob' });
    while (await next());
    await releaseType(held);
    expect(await book.rowCount(segment)).to.equal(PAGE);
    expect(await book.stored(segment)).to.include({ segment_emails_count: PAGE, walk: null });
  });

  it('uses no result of a worker that has lost its lease', async () => {
    const segment = await book.add();
    await refresh();
    const ada = await book.addContact('ada@example.com');
    const lagging = (await leaseType(client.user_id, type))!;
    expect(await leaseType(client.user_id, type)).to.equal(null);
    const document = await book.stored(segment);
    const rules = [{ segment: document, filter: (await ruleReader(client.user_id)).filter(document) }];
    const old = await matchesOf(client.user_id, type, [ada], rules);
    expect(old.bySegment.get(segment)).to.deep.equal([ada]);
    await book.updateContact(ada, { email: 'ada@example.com', first_name: 'Eve' });
    await SegmentRefresh.updateOne({ _id: type }, { $set: { lease_until: new Date(0) } });
    await expectMembers(segment, []);
    const late = await settle(lagging, [ada], rules, old).catch((error: unknown) => error);
    expect(late).to.be.instanceOf(LeaseLost);
    await releaseType(lagging);
    await expectMembers(segment, []);
  });

  it('forgets changes only when they are in the rows', async () => {
    const segment = await book.add();
    await refresh();
    await book.addContact('ada@example.com');
    // The process ends between reading and writing; the noted changes are left for the next one.
    const held = (await leaseType(client.user_id, type))!;
    held.lease.end();
    await SegmentRefresh.updateOne({ _id: type }, { $set: { lease_until: new Date(0) } });
    expect(await book.untold()).to.equal(1);
    await expectMembers(segment, ['ada@example.com']);
  });

  it('comes to the right result for any order of changes, walks and workers', async () => {
    const segment = await book.add();
    const count = 9;
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await book.addContact(`p${at}@example.com`));
    const name = (at: number, round: number) => ((at + round) % 3 === 0 ? 'Bob' : 'Ada');
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([
        ...ids.map((id, at) =>
          book.updateContact(id, { email: `p${at}@example.com`, first_name: name(at, round) }),
        ),
        ...Array.from({ length: 4 }, () => refresh()),
        round === 2 && book.change(segment, { select_operator: ['is not'], value: ['Bob'] }),
      ]);
    }
    const expected = ids.flatMap((_, at) => (name(at, 3) === 'Ada' ? [`p${at}@example.com`] : []));
    await expectMembers(segment, expected);
  });

  it('updates many segments together', async () => {
    // More than one question to the store has; all but two are copies.
    const count = RULES + 2;
    const ofCity = async (at: number) =>
      book.stored(await book.add({ select_field: ['city'], value: [`City ${at}`] }));
    const added = [await ofCity(0), await ofCity(1)];
    const first = await reserveIds('segments', count - 2);
    const copies = Array.from({ length: count - 2 }, (_, at) => ({ ...added[at % 2]!, _id: first + at }));
    await rows(Segment).insertMany(copies);
    const segments = [...added, ...copies].map(({ _id }) => _id);
    await refresh();
    const contact = await book.addContact('ada@example.com', { city: 'city 1' });
    await refresh();
    const inside = async () =>
      (await rows(SegmentRecipient).find({ contact_id: contact }).sort({ segment_id: 1 }).toArray()).map(
        (row) => row.segment_id,
      );
    expect(await inside()).to.deep.equal(segments.filter((_, at) => at % 2 === 1));
    await book.updateContact(contact, { email: 'ada@example.com', city: 'City 0' });
    await refresh();
    expect(await inside()).to.deep.equal(segments.filter((_, at) => at % 2 === 0));
  });

  it('lets single changes overtake a large one', async () => {
    await book.add();
    await refresh();
    await store(3 * ENTRY, 'bulk', () => ({ first_name: 'Ada' }));
    const stored = await rows(Contact)
      .find({ contact_type_id: type }, { projection: { _id: 1 } })
      .toArray();
    await noteContactChanges(
      client.user_id,
      type,
      stored.map((contact) => contact._id),
    );
    const single = await book.addContact('single@example.com');
    expect(await book.untold()).to.equal(4);
    await perform(refreshSegments, { contactTypeId: type }, { ...engine.worker, stopping: stoppingAfter(2) });
    expect(await book.untold()).to.equal(1);
    expect(await rows(SegmentRecipient).countDocuments({ contact_id: single })).to.equal(1);
    await refresh();
    expect(await rows(SegmentRecipient).countDocuments({ user_id: client.user_id })).to.equal(3 * ENTRY + 1);
  });

  it('checks again when a day ends', async () => {
    const start = Date.parse('2026-06-15T12:00:00Z');
    setClock(() => start);
    await store(3, 'aged', (at) => ({ created_at: new Date(start - at * DAY) }));
    const segment = await book.add({
      select_field: ['created_at'],
      select_operator: ['is within'],
      value: ['1'],
    });
    await expectMembers(segment, ['aged-0@example.com', 'aged-1@example.com']);
    setClock(() => Date.parse('2026-06-15T23:59:59Z'));
    expect(await dueTypes()).not.to.include(type);
    setClock(() => Date.parse('2026-06-16T00:00:00Z'));
    expect(await dueTypes()).to.include(type);
    await expectMembers(segment, ['aged-0@example.com']);
    expect((await client.get('/segment/list')).body.message.segments[0].refreshing).to.equal(false);
    setClock(() => start + 5 * DAY);
    await expectMembers(segment, []);
  });

  it('empties the segments of a deleted contact type', async () => {
    const segment = await book.add();
    await book.addContact('ada@example.com');
    await refresh();
    await client.delete(`/contacts-type/delete?contact_type_id=${type}`);
    // One round purges, and the next finds the resulting changes.
    await engine.sweepOnce();
    await engine.sweepOnce();
    expect(await book.rowCount(segment)).to.equal(0);
    expect((await book.stored(segment)).segment_emails_count).to.equal(0);
  });
});
