import { expect } from 'chai';
import mongoose from 'mongoose';
import { now } from '../../../common/clock.ts';
import { ContactChanges } from '../../../common/models/contact-changes.ts';
import { newSegmentRecipient, SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { nextId } from '../../../common/store/ids.ts';
import { ADDED, DELETED, failed, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';

/** Makes MongoDB refuse the notes for automations, or accept them again. */
const refuseNotes = (refuse: boolean) =>
  mongoose.connection.db!.command({
    collMod: ContactChanges.name,
    validator: refuse ? { _id: 'none' } : {},
  });

describe('the API of segment recipients', () => {
  let api: Api;
  let client: Client;
  let type: number;
  let segment: number;

  before(async () => {
    api = await startApi('contract-segment-recipients');
  });
  beforeEach(async () => {
    client = await api.account();
    type = await contactBook(client).addType('Customers');
    segment = await addSegment();
  });
  after(() => api.stop());

  const segmentsOf = async () => (await client.get('/segment/list')).body.message.segments;
  const addSegment = async (): Promise<number> => {
    await client.post('/segment/store', {
      segment_name: 'Adas',
      contact_type_id: type,
      select_field: ['first_name'],
      select_operator: ['is'],
      value: ['Ada'],
    });
    return (await segmentsOf()).at(-1).id;
  };
  const add = (email: unknown, fields: Record<string, unknown> = {}) =>
    client.post('/segment/email/store', {
      segment_id: segment,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email,
      ...fields,
    });
  const list = () => client.get(`/segment/email/list?segment_id=${segment}`);
  const listOf = async () => (await list()).body.message.contactEmails;
  const addressesOf = async () => (await listOf()).map((one: { email: string }) => one.email);
  const remove = (id: number | string, owner = client) =>
    owner.delete(`/segment/email/delete?segment_recipient_id=${id}`);
  const countOf = async () => (await segmentsOf())[0].segment_emails_count;

  /** Adds a contact, and the row that exists when the rule matches it. */
  const match = async (email: string): Promise<number> => {
    await client.post('/contacts/add', {
      contact_type_id: type,
      email,
      country: 14,
      first_name: 'Ada',
      last_name: 'King',
      city: 'London',
    });
    const contact_id = await contactBook(client).idOf(email);
    const _id = await nextId('segment_recipients');
    const of = { _id: segment, user_id: client.user_id };
    await rows(SegmentRecipient).insertOne(newSegmentRecipient(_id, of, contact_id, now()));
    await rows(Segment).updateOne({ _id: segment }, { $inc: { segment_emails_count: 1 } });
    return contact_id;
  };
  const rowOf = (contact_id: number) => rows(SegmentRecipient).findOne({ segment_id: segment, contact_id });

  it('stores a recipient only together with the note that tells automations', async () => {
    await refuseNotes(true);
    try {
      expect((await add('ada@example.com')).status).to.equal(500);
    } finally {
      await refuseNotes(false);
    }
    expect(await addressesOf()).to.deep.equal([]);
    expect(await countOf()).to.equal(0);
    expect((await add('ada@example.com')).status).to.equal(200);
    expect(await addressesOf()).to.deep.equal(['ada@example.com']);
  });

  it('lists people added by hand and matched contacts together', async () => {
    expect(withoutNames(await add(' Ada@Example.com '))).to.deep.include(ADDED);
    const contact_id = await match('matched@example.com');
    const answer = await list();
    const [hand, matched] = answer.body.message.contactEmails;
    const common = (given: typeof hand) => ({
      id: given.id,
      user_id: client.user_id,
      segment_id: segment,
      created_at: given.created_at,
      updated_at: given.updated_at,
    });
    expect(answer).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          contactEmails: [
            {
              ...common(hand),
              contact_id: null,
              first_name: 'Ada',
              last_name: 'Lovelace',
              email: 'Ada@Example.com',
              country: null,
              state: null,
              city: null,
              address_line1: null,
              fullname: 'Ada Lovelace',
            },
            {
              ...common(matched),
              contact_id,
              first_name: 'Ada',
              last_name: 'King',
              email: 'matched@example.com',
              country: 'Australia',
              state: null,
              city: 'London',
              address_line1: null,
              fullname: 'Ada King',
            },
          ],
        },
      },
    });
    expect(hand.created_at).to.match(TIMESTAMP);
    expect(await countOf()).to.equal(2);
  });

  it('keeps each address once, and changes the names when it is added again', async () => {
    await add('ada@example.com');
    expect(withoutNames(await add('ADA@example.com', { last_name: 'Byron' }))).to.deep.include(ADDED);
    const [only, ...others] = await listOf();
    expect(only).to.deep.include({ email: 'ADA@example.com', last_name: 'Byron' });
    expect(others).to.deep.equal([]);
    expect(await countOf()).to.equal(1);
  });

  it('counts correctly when many are added and deleted at once', async () => {
    const added = Array.from({ length: 8 }, (_, index) => `person-${index % 4}@example.com`);
    for (const answer of await Promise.all(added.map((address) => add(address)))) {
      expect(withoutNames(answer)).to.deep.include(ADDED);
    }
    expect(await listOf()).to.have.length(4);
    expect(await countOf()).to.equal(4);
    const [first, second] = await listOf();
    const answers = await Promise.all([first, first, second].map(({ id }) => remove(id)));
    expect(answers.map((answer) => answer.status)).to.have.members([200, 200, 404]);
    expect(await countOf()).to.equal(2);
  });

  it('shows current contacts, without moved or deleted ones', async () => {
    const contact_id = await match('before@example.com');
    await client.post('/contacts/update', {
      contact_id,
      contact_type_id: type,
      email: 'after@example.com',
      country: 14,
    });
    expect(await addressesOf()).to.deep.equal(['after@example.com']);
    const other = await contactBook(client).addType('Others');
    const move = (contact_type_id: number) =>
      client.post('/contacts/update', {
        contact_id,
        contact_type_id,
        email: 'after@example.com',
        country: 14,
      });
    await move(other);
    expect(await addressesOf()).to.deep.equal([]);
    await move(type);
    expect(await addressesOf()).to.have.length(1);
    await client.delete(`/contacts/delete?contact_id=${contact_id}`);
    expect(await addressesOf()).to.deep.equal([]);
  });

  it('pages correctly over rows that are not shown', async () => {
    const gone = [await match('a@example.com'), await match('b@example.com')];
    await add('c@example.com');
    await add('d@example.com');
    for (const id of gone) await client.delete(`/contacts/delete?contact_id=${id}`);
    const page = (await client.get(`/segment/email/list?segment_id=${segment}&limit=1`)).body;
    expect(page.message.contactEmails[0].email).to.equal('c@example.com');
    expect(page.next_after_id).to.equal(page.message.contactEmails[0].id);
  });

  it('keeps deleted recipients out, and stores a mark for contacts only', async () => {
    const contact_id = await match('matched@example.com');
    await add('hand@example.com');
    for (const { id } of await listOf()) expect(await remove(id)).to.deep.include(DELETED);
    expect(await listOf()).to.deep.equal([]);
    expect(await countOf()).to.equal(0);
    expect(await rowOf(contact_id)).to.deep.include({ removed: true });
    expect(await rows(SegmentRecipient).countDocuments({ segment_id: segment })).to.equal(1);
    expect(await remove((await rowOf(contact_id))!._id)).to.deep.include(RECORD_NOT_FOUND);
  });

  it('accepts a deleted recipient by hand again, who then stays', async () => {
    const contact_id = await match('matched@example.com');
    await remove((await listOf())[0].id);
    expect(withoutNames(await add('Matched@example.com'))).to.deep.include(ADDED);
    expect(await rowOf(contact_id)).to.equal(null);
    const [back] = await listOf();
    expect(back).to.deep.include({ contact_id: null, email: 'Matched@example.com' });
    expect(await countOf()).to.equal(1);
    // After it is deleted once more, the rule must not bring the contact back.
    await remove(back.id);
    expect(await rowOf(contact_id)).to.deep.include({ removed: true });
    expect(await countOf()).to.equal(0);
  });

  it('turns a recipient that the rule had matched into one added by hand', async () => {
    const contact_id = await match('matched@example.com');
    const [before] = await listOf();
    await add('matched@example.com', { last_name: 'Byron' });
    const [after, ...others] = await listOf();
    expect(after).to.deep.include({ id: before.id, contact_id: null, last_name: 'Byron' });
    expect(others).to.deep.equal([]);
    expect(await rowOf(contact_id)).to.equal(null);
    expect(await countOf()).to.equal(1);
  });

  it('names missing or wrong inputs', async () => {
    expect(await client.post('/segment/email/store', {})).to.deep.include({
      status: 422,
      body: {
        status: 'failed',
        errors: {
          segment_id: ['The segment id field is required.'],
          first_name: ['The first name field is required.'],
          last_name: ['The last name field is required.'],
          email: ['The email field is required.'],
        },
      },
    });
    expect((await add('nobody')).body.errors).to.deep.equal({
      email: ['The email field must be a valid email address.'],
    });
    expect((await client.get('/segment/email/list')).body.errors).to.deep.equal({
      segment_id: ['The segment id field is required.'],
    });
    expect((await client.delete('/segment/email/delete')).body.errors).to.deep.equal({
      segment_recipient_id: ['The segment recipient id field is required.'],
    });
  });

  describe('with a recipient that was added', () => {
    const notFound = failed(404, 'Record not found');
    let id: number;

    beforeEach(async () => {
      await add('ada@example.com');
      [{ id }] = await listOf();
    });

    it('answers 404 to other accounts', async () => {
      const stranger = await api.account();
      const person = { segment_id: segment, first_name: 'A', last_name: 'B', email: 'b@example.com' };
      expect(await stranger.get(`/segment/email/list?segment_id=${segment}`)).to.deep.include(notFound);
      expect(await stranger.post('/segment/email/store', person)).to.deep.include(RECORD_NOT_FOUND);
      expect(await remove(id, stranger)).to.deep.include(RECORD_NOT_FOUND);
    });

    for (const [what, none] of [
      ['a text that is not an id', 'x'],
      ['an unknown id', 999_999],
    ] as const) {
      it(`answers 404 to ${what}`, async () => {
        expect(await client.get(`/segment/email/list?segment_id=${none}`)).to.deep.include(notFound);
        expect(await add('b@example.com', { segment_id: none })).to.deep.include(RECORD_NOT_FOUND);
        expect(await remove(none)).to.deep.include(RECORD_NOT_FOUND);
      });
    }

    it('answers 404 after the segment is deleted', async () => {
      await client.delete(`/segment/delete?segment_id=${segment}`);
      expect(await list()).to.deep.include(notFound);
      expect(await add('b@example.com')).to.deep.include(RECORD_NOT_FOUND);
      expect(await remove(id)).to.deep.include(RECORD_NOT_FOUND);
    });
  });

  it('lists recipients who joined on some days, also with a search', async () => {
    const addresses = ['a@example.com', 'b@example.com', 'c@example.com'];
    for (const [at, email] of addresses.entries()) {
      await match(email);
      await rows(SegmentRecipient).updateOne(
        { segment_id: segment, contact_id: await contactBook(client).idOf(email) },
        { $set: { created_at: new Date(`2026-05-0${at + 1}T12:00:00Z`) } },
      );
    }
    const found = async (query: string) =>
      (await client.get(`/segment/email/list?segment_id=${segment}&${query}`)).body.message.contactEmails.map(
        (one: { email: string }) => one.email,
      );
    expect(await found('from=2026-05-02')).to.deep.equal(addresses.slice(1));
    expect(await found('from=2026-05-02&limit=1')).to.deep.equal([addresses[1]]);
    expect(await found('to=2026-05-02')).to.deep.equal(addresses.slice(0, 2));
    expect(await found('from=2026-05-02&search=Ada')).to.deep.equal(addresses.slice(1));
    expect(await found('from=2026-05-02&email=a@example.com')).to.deep.equal([]);
    const refused = await client.get(
      `/segment/email/list?segment_id=${segment}&from=2026-05-02&to=2026-05-01`,
    );
    expect(refused.status).to.equal(422);
  });
});
