import { expect } from 'chai';
import { noteContactDays } from '../../../common/changes/contact-days.ts';
import { setClock } from '../../../common/clock.ts';
import { ContactDay } from '../../../common/models/contact-days.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Import } from '../../../common/models/imports.ts';
import type { Client } from '../../support/api.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { rows } from '../../support/rows.ts';
import { runImport } from '../../support/run-import.ts';

const HOUR = 3600_000;
/** 09:45 on the first of May in Kathmandu. */
const MORNING = Date.parse('2026-05-01T04:00:00Z');

describe('the growth of contacts by type', () => {
  let engine: Engine;
  let client: Client;

  before(async () => {
    engine = await startEngine('contract-contact-growth', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    setClock(() => MORNING);
    client = await engine.api.account({ timezone: 'Asia/Kathmandu' });
  });
  afterEach(() => setClock());

  const addType = async (name: string): Promise<number> =>
    (await client.post('/contacts-type/add', { name })).body.id;
  async function add(contact_type_id: number, ...names: readonly string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const name of names) {
      const { body } = await client.post('/contacts/add', {
        contact_type_id,
        email: `${name}@example.com`,
        country: 1,
      });
      ids.push(body.id);
    }
    return ids;
  }
  /** Returns the import's id. */
  async function upload(contact_type_id: number, text: string): Promise<number> {
    const form = new FormData();
    form.set('contact_type_id', String(contact_type_id));
    form.set('file', new Blob([text]), 'people.csv');
    expect((await client.post('/contacts/upload-csv', form)).status).to.equal(200);
    const { _id } = (await rows(Import).findOne({ user_id: client.user_id }))!;
    await runImport(engine.api.config, _id);
    return _id;
  }
  /** The growth by day, without days that have none. */
  async function growth(query = 'from=2026-04-30&to=2026-05-10'): Promise<object> {
    const { status, body } = await client.get(`/statistics?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    const days = body.message.statistics as { date: string; contact_types: object[] }[];
    return Object.fromEntries(
      days.filter(({ contact_types: types }) => types.length > 0).map((day) => [day.date, day.contact_types]),
    );
  }

  it('shows each day of the account’s time zone', async () => {
    const [customers, staff] = [await addType('Customers'), await addType('Staff')];
    const [ada] = await add(customers, 'ada', 'bob');
    await add(staff, 'cid');
    const first = [
      { contact_type_id: customers, contact_type: 'Customers', contacts: 2, growth: 2, joined: 2, left: 0 },
      { contact_type_id: staff, contact_type: 'Staff', contacts: 1, growth: 1, joined: 1, left: 0 },
    ];
    expect(await growth()).to.deep.equal({ '2026-05-01': first });

    // One came and one went.
    setClock(() => MORNING + 24 * HOUR);
    await add(customers, 'dan');
    await client.delete(`/contacts/delete?contact_id=${ada}`);
    const second = [
      { contact_type_id: customers, contact_type: 'Customers', contacts: 2, growth: 0, joined: 1, left: 1 },
    ];
    expect(await growth()).to.deep.equal({ '2026-05-01': first, '2026-05-02': second });

    // It is the third of May there.
    setClock(() => Date.parse('2026-05-02T18:15:00Z'));
    await add(customers, 'eve', 'fay');
    const third = [
      { contact_type_id: customers, contact_type: 'Customers', contacts: 4, growth: 2, joined: 2, left: 0 },
    ];
    expect(await growth()).to.deep.equal({
      '2026-05-01': first,
      '2026-05-02': second,
      '2026-05-03': third,
    });
    expect(await growth('from=2026-05-04&to=2026-05-04')).to.deep.equal({});
    expect(await growth('from=2026-05-01&to=2026-05-03&by=domain')).to.deep.equal({});
  });

  it('shows one type alone', async () => {
    const [customers, staff] = [await addType('Customers'), await addType('Staff')];
    await add(customers, 'ada');
    await add(staff, 'bob', 'cid');
    expect(await growth(`from=2026-05-01&to=2026-05-01&contact_type_id=${staff}`)).to.deep.equal({
      '2026-05-01': [
        { contact_type_id: staff, contact_type: 'Staff', contacts: 2, growth: 2, joined: 2, left: 0 },
      ],
    });
  });

  it('adds up the counts of workers of one day, also of simultaneous ones', async () => {
    const type = await addType('Customers');
    const look = () => noteContactDays(null, () => false);
    await add(type, 'ada', 'bob');
    await Promise.all([look(), look(), engine.sweepOnce()]);
    setClock(() => MORNING + HOUR);
    await add(type, 'cid');
    await Promise.all([look(), look()]);
    await look();
    const days = await rows(ContactDay)
      .find({ user_id: client.user_id })
      .project({ day: 1, before: 1, contacts: 1 })
      .toArray();
    expect(days).to.deep.equal([{ _id: `${type}-2026-05-01`, day: '2026-05-01', before: 0, contacts: 3 }]);
  });

  it('tells joins from leaves, moves, an import and its undo', async () => {
    const [customers, staff] = [await addType('Customers'), await addType('Staff')];
    const [ada, bob, cid] = await add(customers, 'ada', 'bob', 'cid');
    await growth();
    const all = await rows(ContactDay).find({ user_id: client.user_id }).toArray();
    await noteContactDays(null, () => false);
    expect(await rows(ContactDay).find({ user_id: client.user_id }).toArray()).to.deep.equal(all);

    setClock(() => MORNING + 24 * HOUR);
    const [dan] = await add(customers, 'dan', 'eve');
    for (const id of [ada, bob, dan]) await client.delete(`/contacts/delete?contact_id=${id}`);
    const second = (await growth('from=2026-05-02&to=2026-05-02')) as Record<string, object[]>;
    expect(second['2026-05-02']).to.deep.equal([
      { contact_type_id: customers, contact_type: 'Customers', contacts: 2, growth: -1, joined: 2, left: 3 },
    ]);

    setClock(() => MORNING + 25 * HOUR);
    const moved = { contact_id: cid, contact_type_id: staff, email: 'cid@example.com', country: 1 };
    expect((await client.post('/contacts/update', moved)).status).to.equal(200);
    const imported = await upload(customers, 'email\nfay@example.com\ngil@example.com\n');
    const withImport = [
      { contact_type_id: customers, contact_type: 'Customers', contacts: 3, growth: 0, joined: 4, left: 4 },
      { contact_type_id: staff, contact_type: 'Staff', contacts: 1, growth: 1, joined: 1, left: 0 },
    ];
    for (const _again of [1, 2])
      expect(await growth('from=2026-05-02&to=2026-05-02')).to.deep.equal({ '2026-05-02': withImport });

    // The file is gone on the next day, which the days before do not show.
    setClock(() => MORNING + 48 * HOUR);
    expect((await client.post(`/contacts/imports/undo?id=${imported}`)).status).to.equal(200);
    await engine.run('undo-import', { importId: imported });
    expect(await growth('from=2026-05-02&to=2026-05-03')).to.deep.equal({
      '2026-05-02': withImport,
      '2026-05-03': [
        {
          contact_type_id: customers,
          contact_type: 'Customers',
          contacts: 1,
          growth: -2,
          joined: 0,
          left: 2,
        },
      ],
    });
  });

  it('has no joins and leaves of a day that an earlier version noted', async () => {
    const type = await addType('Customers');
    await rows(ContactType).updateOne({ _id: type }, { $unset: { contacts_noted_until: '' } });
    await add(type, 'ada');
    const first = { contact_type_id: type, contact_type: 'Customers', joined: null, left: null };
    expect(await growth()).to.deep.equal({ '2026-05-01': [{ ...first, contacts: 1, growth: 1 }] });
    await add(type, 'bob');
    expect(await growth()).to.deep.equal({ '2026-05-01': [{ ...first, contacts: 2, growth: 2 }] });
  });

  it('shows a loss when a type is deleted', async () => {
    const type = await addType('Customers');
    await add(type, 'ada');
    await growth();
    setClock(() => MORNING + 24 * HOUR);
    await client.delete(`/contacts-type/delete?contact_type_id=${type}`);
    expect(await growth()).to.deep.include({
      '2026-05-02': [
        { contact_type_id: type, contact_type: 'Customers', contacts: 0, growth: -1, joined: 0, left: 1 },
      ],
    });
  });

  it('begins with the first count of a type that existed before', async () => {
    const type = await addType('Customers');
    await add(type, 'ada', 'bob');
    await rows(ContactType).updateOne({ _id: type }, { $unset: { contacts_noted: '' } });
    expect(await growth()).to.deep.equal({});
    await add(type, 'cid');
    expect(await growth()).to.deep.equal({
      '2026-05-01': [
        { contact_type_id: type, contact_type: 'Customers', contacts: 3, growth: 1, joined: 1, left: 0 },
      ],
    });
  });

  it('shows only the types of the account', async () => {
    await add(await addType('Customers'), 'ada');
    await growth();
    client = await engine.api.account({ timezone: 'Asia/Kathmandu' });
    expect(await growth()).to.deep.equal({});
  });
});
