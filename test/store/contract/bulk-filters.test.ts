import { expect } from 'chai';
import { contactFilters } from '../../../api/resources/contact-filters.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import { Contact, type ContactDocument } from '../../../common/models/contacts.ts';
import { LISTED_STATUSES } from '../../../shared/statuses/statuses.ts';
import { endBulkChanges } from '../../../worker/lifecycle/erasure/erased-records.ts';
import { newErasing } from '../../../worker/lifecycle/erasure/erasing.ts';
import type { Client } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { storeContacts } from '../../support/contacts.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { rows } from '../../support/rows.ts';
import { bulkLooks, bulkSteps } from '../../support/small-steps.ts';

type Given = Readonly<Record<string, unknown>>;
type FilterName = keyof typeof contactFilters;

/** More than one look takes, and more than a step changes. */
const MANY = 600;
const LOOK = 500;
const STEP = 50;

const rule = (select_field: string, select_operator: string, ...value: string[]) => ({
  select_field: [select_field],
  select_operator: [select_operator],
  value,
});

describe('a bulk change of all that a search finds', () => {
  bulkLooks(LOOK);
  bulkSteps(STEP);
  let engine: Engine;
  let client: Client;
  let type: number;
  let other: number;
  let segment: number;
  before(async () => {
    engine = await startEngine('contract-bulk-filters', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());

  const post = async (path: string, fields: Given) => {
    const { status, body } = await client.post(path, fields);
    expect(status, `${path}: ${JSON.stringify(body)}`).to.equal(200);
    return body;
  };
  const add = async (name: string, more: Given = {}, contact_type_id = type): Promise<number> =>
    (await post('/contacts/add', { email: `${name}@x.example`, contact_type_id, country: 1, ...more })).id;
  const set = (_id: number, fields: Partial<ContactDocument>) =>
    rows(Contact).updateOne({ _id }, { $set: fields });
  const addSegment = async (name: string, fields: Given): Promise<number> =>
    (await post('/segment/store', { segment_name: name, contact_type_id: type, ...fields })).id;

  beforeEach(async () => {
    client = await engine.api.account();
    [type, other] = [
      await contactBook(client).addType('Customers'),
      await contactBook(client).addType('Others'),
    ];
  });

  /** People of each kind: of every status, with and without tag, city and opening, in and out of a segment. */
  async function addPeople(): Promise<void> {
    const ada = await add('ada', { city: 'Bern', first_name: 'Ada', tags: ['vip'] });
    await set(ada, { last_opened_at: new Date() });
    const bob = await add('bob', { city: 'Bern', first_name: 'Bob' });
    await add('eve', { city: 'Rome', first_name: 'Ada', tags: ['vip', 'new'] });
    await set(await add('waiting', { city: 'Bern' }), { unconfirmed: true });
    for (const reason of ['unsubscribed', 'bounced', 'complained']) {
      await add(reason, { city: 'Bern' });
      await post('/suppressions/save', { email_address: `${reason}@x.example`, reason });
    }
    await add('ada', { city: 'Bern', tags: ['vip'] }, other);
    segment = await addSegment('Bern', rule('city', 'is', 'Bern'));
    await post('/segment/email/store', {
      segment_id: segment,
      email: 'eve@x.example',
      first_name: 'Eve',
      last_name: 'Doe',
    });
    await engine.settle();
    const { contactEmails } = (await client.get(`/segment/email/list?segment_id=${segment}`)).body.message;
    const { id } = contactEmails.find(({ email }: { email: string }) => email === 'bob@x.example');
    expect((await client.delete(`/segment/email/delete?segment_recipient_id=${id}`)).status).to.equal(200);
    expect(bob).to.be.above(ada);
  }

  const idsFound = async (given: Given): Promise<number[]> =>
    (await post('/contacts/find', { ...given, only_ids: 1 })).message.found.ids.toSorted(
      (one: number, two: number) => one - two,
    );
  /** Inputs of a search as those of a change, which has a segment and a tag of its own. */
  const asChange = ({ segment_id, tag, ...given }: Given): Given => ({
    ...given,
    ...(segment_id !== undefined && { in_segment_id: segment_id }),
    ...(tag !== undefined && { has_tag: tag }),
  });
  const details = async (id: number) =>
    (await client.get(`/contacts/bulk/details?id=${id}`)).body.message.bulk_change;
  const counted = async (fields: Given): Promise<number> => {
    const { id } = await post('/contacts/bulk/save', fields);
    await engine.sweepOnce();
    return id;
  };
  const done = async (fields: Given) => {
    const id = await counted(fields);
    await post(`/contacts/bulk/start?id=${id}`, {});
    await engine.sweepOnce();
    return details(id);
  };

  /** Searches that show each filter. A filter without one does not compile. */
  const searches = (): Readonly<Record<FilterName, readonly Given[]>> => ({
    contact_type_id: [{ contact_type_id: other }],
    segment_id: [{ segment_id: segment }],
    status: LISTED_STATUSES.map((status) => ({ status })),
    tag: [{ tag: 'VIP' }],
    email: [{ email: 'ADA@x.example' }],
    search: [{ search: 'ada' }],
    select_field: [rule('last_opened_at', 'is within', '7')],
    select_operator: [rule('city', 'is not', 'Bern')],
    value: [rule('city', 'is', 'Rome')],
    query_type: [
      {
        select_field: ['city', 'first_name'],
        select_operator: ['is', 'is'],
        value: ['Rome', 'Bob'],
        query_type: 'or',
      },
    ],
  });

  it('changes exactly the contacts that contacts/find finds, for each filter', async () => {
    await addPeople();
    const all = searches();
    expect(Object.keys(all).toSorted()).to.deep.equal(Object.keys(contactFilters).toSorted());
    const everyone = (await idsFound({})).length;
    const together = { ...all.segment_id[0], ...all.tag[0], status: 'mailable', search: 'ada' };
    for (const [at, given] of [...Object.values(all).flat(), together].entries()) {
      const says = JSON.stringify(given);
      const found = await idsFound(given);
      expect(found.length, says).to.be.within(1, everyone - 1);
      const tag = `found ${at}`;
      const change = await done({ ...asChange(given), action: 'tag_add', tag });
      expect(change, says).to.include({
        state: 'completed',
        contacts_matched: found.length,
        contacts_done: found.length,
      });
      expect(await idsFound({ tag }), says).to.deep.equal(found);
      const some = await counted({ ...asChange(given), action: 'delete', contact_ids: [found[0]] });
      expect((await details(some)).contacts_matched, says).to.equal(1);
      expect((await client.post(`/contacts/bulk/cancel?id=${some}`)).status).to.equal(200);
    }
  });

  it('changes each of many once, by status and segment, also if most do not match', async () => {
    await storeContacts({ userId: client.user_id, typeId: type, name: 'many', count: MANY }, (at) => ({
      city: at % 2 === 0 ? 'Bern' : 'Rome',
      custom_field: {},
    }));
    const left = Array.from({ length: MANY / 10 }, (_, at) => `many-${at * 10}@example.com`);
    await post('/global-unsubscribes/save', { email_address: left.join('\n') });
    segment = await addSegment('Bern', rule('city', 'is', 'Bern'));
    const inBern = { in_segment_id: segment };
    for (const [given, count] of [
      [{ ...inBern, status: 'mailable' }, MANY / 2 - MANY / 10],
      [{ ...inBern, status: 'opted_out' }, MANY / 10],
      [{ status: 'bounced' }, 0],
    ] as const) {
      const change = await done({ ...given, action: 'tag_add', tag: `of ${count}` });
      expect(change).to.include({ state: 'completed', contacts_matched: count, contacts_done: count });
      expect(await rows(Contact).countDocuments({ user_id: client.user_id, tags: `of ${count}` })).to.equal(
        count,
      );
    }
  });

  it('ends with its reason when the segment or a field of the search was deleted', async () => {
    await addPeople();
    const { id } = await post('/custom-fields/save', { field_name: 'shoe', field_type: 'text' });
    const byField = await counted({ action: 'delete', ...rule('shoe', 'is blank') });
    await client.delete(`/custom-fields/delete?id=${id}`);
    const bySegment = await counted({ action: 'delete', in_segment_id: segment });
    await client.delete(`/segment/delete?segment_id=${segment}`);
    const people = await idsFound({});
    for (const [change, failure] of [
      [byField, 'A custom field of the conditions was deleted.'],
      [bySegment, 'The segment was deleted.'],
    ] as const) {
      await post(`/contacts/bulk/start?id=${change}`, {});
      await engine.sweepOnce();
      expect(await details(change)).to.include({ state: 'failed', failure, contacts_done: 0 });
    }
    expect(await idsFound({})).to.deep.equal(people);
  });

  it('keeps no address after its end, and ends when the address is erased', async () => {
    await addPeople();
    const filters = [{ email: 'ada@x.example' }, rule('email', 'is', 'ADA@x.example')];
    for (const given of filters) {
      const { id, state } = await done({ ...given, action: 'tag_add', tag: 'once' });
      expect(state).to.equal('completed');
      expect((await rows(BulkChange).findOne({ _id: id }))!.where).to.equal(null);
    }
    const cancelled = await counted({ action: 'delete', ...filters[0] });
    await client.post(`/contacts/bulk/cancel?id=${cancelled}`);
    expect((await rows(BulkChange).findOne({ _id: cancelled }))!.where).to.equal(null);
    const waiting = [];
    for (const given of filters) waiting.push(await counted({ action: 'delete', ...given }));
    const stays = await counted({ action: 'delete', status: 'bounced' });
    const erased = { erased: 'hash@erased.invalid', before: new Date() };
    await endBulkChanges(newErasing(client.user_id, new Map([['ada@x.example', erased]]), []));
    for (const id of waiting) {
      expect((await details(id)).failure).to.equal('The address that it searched for was erased.');
      expect((await rows(BulkChange).findOne({ _id: id }))!.where).to.equal(null);
    }
    expect((await details(stays)).state).to.equal('ready');
  });

  it('ends, and changes nothing more, when its segment has other conditions', async () => {
    await addPeople();
    const id = await counted({ action: 'tag_add', tag: 'late', in_segment_id: segment });
    await post('/segment/update', {
      segment_id: segment,
      segment_name: 'Rome',
      contact_type_id: type,
      ...rule('city', 'is', 'Rome'),
    });
    await post(`/contacts/bulk/start?id=${id}`, {});
    await engine.sweepOnce();
    expect(await details(id)).to.include({ state: 'failed', failure: 'The segment was changed.' });
    expect(await idsFound({ tag: 'late' })).to.deep.equal([]);
  });

  it('refuses a filter that says nothing, and changes nothing', async () => {
    const refused = async (fields: Given): Promise<string[]> => {
      const { status, body } = await client.post('/contacts/bulk/save', { action: 'delete', ...fields });
      expect(status, JSON.stringify(body)).to.equal(422);
      return Object.keys(body.errors);
    };
    const stranger = await engine.ground();
    const theirs = await stranger.client.post('/segment/store', {
      segment_name: 'Theirs',
      contact_type_id: stranger.contact_type_id,
      ...rule('city', 'is', 'Bern'),
    });
    expect(await refused({ in_segment_id: theirs.body.id })).to.deep.equal(['in_segment_id']);
    expect(await refused({ status: 'left_out' })).to.deep.equal(['status']);
    expect(await refused({ has_tag: 'a,b' })).to.deep.equal(['has_tag']);
    expect(await refused({ email: 'ada' })).to.deep.equal(['email']);
    expect(await refused({ value: ['x'] })).to.deep.equal(['select_field']);
    expect(await refused(rule('shoe', 'is', 'x'))).to.deep.equal(['select_field']);
    expect((await client.get('/contacts/bulk')).body.message.bulk_changes).to.deep.equal([]);
  });
});
