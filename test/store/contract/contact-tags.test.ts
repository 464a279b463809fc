import { expect } from 'chai';
import { Collection } from 'mongodb';
import { unpackIds } from '../../../common/domain/packed-ids.ts';
import { BulkChange } from '../../../common/models/bulk-changes.ts';
import { Contact, newContact, TAGGED } from '../../../common/models/contacts.ts';
import { CustomField, newCustomField } from '../../../common/models/custom-fields.ts';
import { EventNote } from '../../../common/models/event-notes.ts';
import { nextId, nextIds } from '../../../common/store/ids.ts';
import type { Client } from '../../support/api.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import type { Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { segmentBook } from '../../support/segments.ts';

type Given = Readonly<Record<string, unknown>>;

const MOST = 50;
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `tag ${at}`);

describe('tags of contacts', () => {
  let engine: Engine;
  let ground: Ground;
  let client: Client;
  before(async () => {
    engine = await startEngine('contract-contact-tags', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    client = ground.client;
  });

  const succeeded = async (path: string, fields: Given = {}, by = client) => {
    const { status, body } = await by.post(path, fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const add = async (email: string, tags: readonly string[] = [], more: Given = {}): Promise<number> =>
    (
      await succeeded('/contacts/add', {
        email: `${email}@x.example`,
        contact_type_id: ground.contact_type_id,
        country: 1,
        tags,
        ...more,
      })
    ).id;
  const change = (contact_id: number, email: string, fields: Given) =>
    client.post('/contacts/update', {
      contact_id,
      email: `${email}@x.example`,
      contact_type_id: ground.contact_type_id,
      country: 1,
      ...fields,
    });
  const tagsOf = async (id: number): Promise<string[]> =>
    (await client.get(`/contacts/details?contact_id=${id}`)).body.message.contact.tags;
  const listed = async (query: Record<string, string>): Promise<string[]> =>
    (await client.get(`/contacts/list?${new URLSearchParams(query)}`)).body.message.contacts.map(
      ({ email }: { email: string }) => email.replace('@x.example', ''),
    );
  const found = async (given: Given): Promise<string[]> =>
    (await succeeded('/contacts/find', given)).message.found.contacts.map(({ email }: { email: string }) =>
      email.replace('@x.example', ''),
    );
  const tags = async (by = client): Promise<string[]> => (await by.get('/contacts/tags')).body.message.tags;

  it('are stored in small letters, each once, and stay where an update does not name them', async () => {
    const id = await add('ada', [' VIP ', 'vip', 'Berlin  Mitte', 'ÄRZTE', '$where', 'a.b']);
    const stored = ['vip', 'berlin mitte', 'ärzte', '$where', 'a.b'];
    expect(await tagsOf(id)).to.deep.equal(stored);
    expect((await change(id, 'ada', { city: 'Ulm' })).status).to.equal(200);
    expect(await tagsOf(id)).to.deep.equal(stored);
    expect((await change(id, 'ada', { tags: ['new'] })).status).to.equal(200);
    expect(await tagsOf(id)).to.deep.equal(['new']);
    for (const none of [[], '', null]) {
      await change(id, 'ada', { tags: ['new'] });
      expect((await change(id, 'ada', { tags: none })).status).to.equal(200);
      expect(await tagsOf(id), JSON.stringify(none)).to.deep.equal([]);
    }
  });

  it('are refused whole', async () => {
    for (const wrong of [
      ['a,b'],
      ['a;b'],
      ['a|b'],
      ['a"b'],
      ['x'.repeat(65)],
      ['a\nb'],
      ['\0'],
      many(MOST + 1),
    ]) {
      const { status, body } = await client.post('/contacts/add', {
        email: 'ada@x.example',
        contact_type_id: ground.contact_type_id,
        country: 1,
        tags: ['fine', ...wrong],
      });
      expect(status, JSON.stringify(wrong)).to.equal(422);
      expect(Object.keys(body.errors)).to.deep.equal(['tags']);
    }
    expect(await listed({})).to.deep.equal([]);
    expect(await tagsOf(await add('ada', many(MOST)))).to.have.length(MOST);
  });

  it('filter lists, searches and files, and those of deleted contacts are not listed', async () => {
    await add('ada', ['vip', 'berlin']);
    const bob = await add('bob', ['vip']);
    await add('eve', ['berlin']);
    await add('zoe');
    const other = await engine.ground();
    await succeeded(
      '/contacts/add',
      { email: 'x@x.example', contact_type_id: other.contact_type_id, country: 1, tags: ['theirs', 'vip'] },
      other.client,
    );
    expect(await listed({ tag: 'VIP' })).to.deep.equal(['ada', 'bob']);
    expect(await listed({ tag: 'vip', search: 'bo' })).to.deep.equal(['bob']);
    expect(await listed({ tag: 'berlin', email: 'bob@x.example' })).to.deep.equal([]);
    expect(
      await listed({ tag: 'vip', contact_type_id: String(ground.contact_type_id), limit: '1' }),
    ).to.deep.equal(['ada']);
    expect(await found({ tag: 'vip' })).to.deep.equal(['bob', 'ada']);
    expect(await found({ tag: 'vip', order: 'email' })).to.deep.equal(['ada', 'bob']);
    expect(await found({ tag: 'berlin', search: 'ev', status: 'mailable' })).to.deep.equal(['eve']);
    expect(await found({ tag: 'none of them' })).to.deep.equal([]);
    const file = String((await client.get('/contacts/download?tag=vip')).body);
    expect(file.match(/\w+(?=@x\.example)/g)).to.deep.equal(['ada', 'bob']);
    expect(file).to.contain('"vip, berlin"');
    expect(await tags()).to.deep.equal(['berlin', 'vip']);
    expect(await tags(other.client)).to.deep.equal(['theirs', 'vip']);
    await client.delete(`/contacts/delete?contact_id=${bob}`);
    expect(await listed({ tag: 'vip' })).to.deep.equal(['ada']);
    await client.delete(`/contacts-type/delete?contact_type_id=${ground.contact_type_id}`);
    expect(await tags()).to.deep.equal([]);
  });

  it('are listed in the order of the index, and found by it', async () => {
    const own = ['zebra', 'ähre', '🎉', '\ufb01x', 'a', ...many(12)];
    for (let at = 0; at < own.length; at += 1) await add(`p${at}`, own.slice(at, at + 3));
    expect(await tags()).to.deep.equal(
      own
        .map((tag) => tag.normalize('NFC'))
        .toSorted((one, two) => Buffer.compare(Buffer.from(one), Buffer.from(two))),
    );
    const plan = await Contact.of(client.user_id)
      .find({ tags: 'zebra', deleted_at: null })
      .hint(TAGGED)
      .explain();
    expect(JSON.stringify(plan)).to.contain('user_id_1_tags_1__id_1');
  });

  it('choose the contacts of a segment, and a negative condition holds for contacts without tags', async () => {
    await add('ada', ['vip', 'berlin']);
    await add('bob', ['vip']);
    const zoe = await add('zoe', ['gone']);
    expect((await change(zoe, 'zoe', { tags: [] })).status).to.equal(200);
    await add('new');
    const matching = async (operator: string, ...value: string[]): Promise<string[]> =>
      found({ select_field: ['Tags'], select_operator: [operator], value, order: 'oldest' });
    expect(await matching('has', 'VIP')).to.deep.equal(['ada', 'bob']);
    expect(await matching('does not have', 'berlin')).to.deep.equal(['bob', 'zoe', 'new']);
    expect(await matching('is blank')).to.deep.equal(['zoe', 'new']);
    expect(await matching('is not blank')).to.deep.equal(['ada', 'bob']);
    const refused = await client.post('/contacts/find', {
      select_field: ['tags'],
      select_operator: ['has'],
      value: ['a,b'],
    });
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, ['value']]);
    expect(
      (await client.post('/custom-fields/save', { field_name: 'Tags', field_type: 'text' })).status,
    ).to.equal(422);
  });

  it('are given to all that a search finds, counted first, each contact once', async () => {
    const [ada, bob, full, zoe] = [
      await add('ada', ['vip']),
      await add('bob'),
      await add('full', many(MOST)),
      await add('zoe'),
    ];
    const book = segmentBook(client, ground.contact_type_id);
    const segment = await book.add({
      select_field: ['tags'],
      select_operator: ['has'],
      value: ['vip'],
    });
    await engine.sweepOnce();
    const bulk = async (fields: Given) => {
      const { id } = await succeeded('/contacts/bulk/save', fields);
      await engine.sweepOnce();
      await succeeded(`/contacts/bulk/start?id=${id}`);
      await engine.sweepOnce();
      return (await client.get(`/contacts/bulk/details?id=${id}`)).body.message.bulk_change;
    };
    expect(await bulk({ action: 'tag_add', tag: 'VIP', contact_ids: [ada, bob, full, zoe] })).to.include({
      action: 'tag_add',
      tag: 'vip',
      state: 'completed',
      contacts_matched: 2,
      contacts_done: 2,
    });
    expect(await listed({ tag: 'vip' })).to.deep.equal(['ada', 'bob', 'zoe']);
    expect(await tagsOf(full)).to.have.length(MOST);
    await engine.sweepOnce();
    expect(await book.rowCount(segment)).to.equal(3);
    expect(await bulk({ action: 'tag_remove', tag: 'vip', search: 'bob' })).to.include({ contacts_done: 1 });
    expect(await listed({ tag: 'vip' })).to.deep.equal(['ada', 'zoe']);
    await engine.sweepOnce();
    expect(await book.rowCount(segment)).to.equal(2);
    for (const action of ['tag_add', 'tag_remove']) {
      const { status, body } = await client.post('/contacts/bulk/save', { action });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['tag']]);
    }
  });

  it('tell webhooks of each contact whose tags were changed', async () => {
    await add('ada', ['vip']);
    const bob = await add('bob');
    await succeeded('/webhooks/save', { url: 'https://hooks.example/', events: ['contact.updated'] });
    const { id } = await succeeded('/contacts/bulk/save', { action: 'tag_add', tag: 'vip' });
    await engine.sweepOnce();
    await succeeded(`/contacts/bulk/start?id=${id}`);
    await engine.sweepOnce();
    const [note, ...others] = await rows(EventNote).find({ user_id: client.user_id }).toArray();
    expect(others).to.deep.equal([]);
    expect([note!.type, note!.happened, unpackIds(note!.ids!.buffer)]).to.deep.equal([
      'contact.updated',
      true,
      [bob],
    ]);
  });

  it('are changed by a repeated step as by one', async () => {
    const ids = [await add('ada', ['vip']), await add('bob')];
    for (const [action, after] of [
      ['tag_add', ['vip', 'new']],
      ['tag_remove', ['vip']],
    ] as const) {
      const { id } = await succeeded('/contacts/bulk/save', { action, tag: 'new' });
      await engine.sweepOnce();
      // As after a worker that was killed in its step.
      await rows(BulkChange).updateOne(
        { _id: id },
        { $set: { state: 'running', step: { ids, after: ids[1]! } } },
      );
      await Contact.of(client.user_id).updateMany(
        { _id: { $in: ids } },
        action === 'tag_add' ? { $addToSet: { tags: 'new' } } : { $pull: { tags: 'new' } },
      );
      await engine.sweepOnce();
      expect((await client.get(`/contacts/bulk/details?id=${id}`)).body.message.bulk_change).to.include({
        state: 'completed',
        contacts_done: 2,
      });
      expect(await tagsOf(ids[0]!)).to.deep.equal(after);
    }
  });

  it('are listed by reading few keys of the index, whether few or many contacts have them', async () => {
    const named = (at: number): string => `tag ${String(at).padStart(3, '0')}`;
    const first = await nextIds('contacts', 2600);
    const at = new Date();
    const owner = { userId: client.user_id, contactTypeId: ground.contact_type_id };
    const people = Array.from({ length: 2600 }, (_, place) => {
      const email = `many-${place}@x.example`;
      return { ...newContact(first + place, owner, email, email, at), tags: [named(place % 300)] };
    });
    // Between the places that are read first.
    people[500]!.tags = ['rare', 'tag 299 and more'];
    people[1001]!.tags = ['a rare one'];
    // A tag that was read, and a later one: between them others have a tag.
    people[502]!.tags = [named(0), 'zzz'];
    people[1002]!.tags = ['tag 010b'];
    // Tags of the newest contacts take no look each.
    for (const [at, person] of people.slice(-30).entries()) person.tags = [`new ${10 + at}`];
    Object.assign(people[501]!, { tags: ['of a deleted one'], deleted_at: at });
    await rows(Contact).insertMany(people);
    const looks: unknown[] = [];
    const { find } = Collection.prototype;
    Collection.prototype.find = function (this: Collection, ...given: Parameters<typeof find>) {
      if (this.collectionName === 'contacts') looks.push(given);
      return find.apply(this, given);
    } as typeof find;
    try {
      expect(await tags()).to.deep.equal([
        'a rare one',
        ...Array.from({ length: 30 }, (_, place) => `new ${10 + place}`),
        'rare',
        ...Array.from({ length: 300 }, (_, place) => named(place)).toSpliced(11, 0, 'tag 010b'),
        'tag 299 and more',
        'zzz',
      ]);
    } finally {
      Collection.prototype.find = find;
    }
    expect(looks.length).to.be.within(1, 20);
  });

  it('leave an older custom field of their name its column and its conditions', async () => {
    const _id = await nextId('custom_fields');
    const field = { _id, user_id: client.user_id, field_name: 'tags', field_type: 'text' } as const;
    await rows(CustomField).insertOne(newCustomField(field, new Date()));
    await add('ada', ['vip'], { custom_field: { tags: 'own' } });
    const file = String((await client.get('/contacts/download')).body);
    expect(file.split('\r\n')[0]!.match(/"tags"/g)).to.have.length(1);
    expect(file).to.contain('"own"').and.not.to.contain('"vip"');
    expect(await found({ select_field: ['tags'], select_operator: ['is'], value: ['own'] })).to.deep.equal([
      'ada',
    ]);
    expect(await listed({ tag: 'vip' })).to.deep.equal(['ada']);
  });
});
