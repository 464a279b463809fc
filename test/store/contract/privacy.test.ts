import { expect } from 'chai';
import { recordEvents } from '../../../common/changes/engagement.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Erasure } from '../../../common/models/erasures.ts';
import type { Client } from '../../support/api.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { type KnownPerson, makeKnown, OTHER_ADDRESS, upload } from '../../support/known-person.ts';
import { rows } from '../../support/rows.ts';
import { trackedEvent } from '../../support/tracked-events.ts';

const ADDRESS = 'ada@example.com';
const MISSING = { status: 'failed', errors: 'Record Not Found' };

describe('privacy', () => {
  let engine: Engine;
  let ground: Ground;
  let client: Client;
  let stranger: Client;
  let known: KnownPerson;

  before(async () => {
    engine = await startEngine('contract-privacy', { RATE_CALLS: '0' });
    ground = await engine.ground();
    ({ client } = ground);
    stranger = (await anAccount(engine.api)).client;
    known = await makeKnown(engine, ground, ADDRESS);
    await recordEvents([trackedEvent('open', known.deliveryId)]);
    await recordEvents([trackedEvent('click', known.deliveryId)]);
  });
  after(() => engine.stop());

  // oxlint-disable-next-line typescript/no-explicit-any
  const exported = async (email: string): Promise<any> => {
    const { status, body } = await client.get(`/contacts/export?email=${encodeURIComponent(email)}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.status).to.equal('success');
    return body.message.person;
  };

  describe('contacts/export', () => {
    it('exports the contacts of a person with values and import, also deleted ones', async () => {
      const person = await exported(ADDRESS);
      expect(person.email).to.equal(ADDRESS);
      expect(person.contacts).to.have.length(2);
      const [gone, contact] = person.contacts;
      expect(gone.deleted_at).to.be.a('string');
      expect(contact).to.deep.include({
        id: known.contactId,
        email: ADDRESS.toUpperCase(),
        contact_type: 'Customers',
        first_name: 'Augusta',
        import_id: null,
        deleted_at: null,
      });
      expect(contact.custom_field.note.field_value).to.equal(`writes as ${ADDRESS}`);
    });

    it('exports segments, lists, mails with opens and clicks, automations and refused rows', async () => {
      const person = await exported(` ${ADDRESS.toUpperCase()}`);
      expect(
        person.segments.map(({ segment_id, first_name }: Record<string, unknown>) => [
          segment_id,
          first_name,
        ]),
      ).to.deep.equal([
        [known.byHand, 'Augusta'],
        [known.byRule, null],
      ]);
      const reasons = person.opt_outs.map(({ reason, group_name }: Record<string, unknown>) => [
        reason,
        group_name,
      ]);
      expect(reasons).to.have.deep.members([
        ['bounced', null],
        ['manual', null],
        ['unsubscribed', 'News'],
        ['unsubscribed', null],
      ]);
      const { utr } = known.arrived;
      const mail = person.deliveries.find((one: { utr: string }) => one.utr === utr);
      expect(mail).to.deep.include({ id: known.deliveryId, state: 'accepted', opens: 1, clicks: 1 });
      expect(mail.subject).to.equal('News for ((first_name))');
      const back = person.deliveries.find((one: { utr: string }) => one.utr === known.bounced.utr);
      expect(back).to.deep.include({ state: 'bounced', class: 'gone' });
      expect(person.more_deliveries).to.equal(false);
      expect(person.automations.map((one: { utr: string }) => one.utr)).to.include(known.series.utr);
      expect(person.refused_rows).to.have.length(1);
      expect(person.refused_rows[0]).to.deep.include({
        file_name: `${ADDRESS}.csv`,
        line: 2,
        cells: [ADDRESS.toUpperCase(), 'Augusta', 'Nowhere'],
      });
      expect(person.moved_rows).to.have.length(1);
      expect(person.moved_rows[0]).to.include({ file_name: 'moved.csv', line: 2, status: 'left_out' });
      expect([person.other_addresses, person.erasure]).to.deep.equal([[], null]);
    });

    it('exports what an import changed, before and after the change', async () => {
      const { contact_type_id } = ground;
      const { id } = (
        await client.post('/contacts/add', {
          contact_type_id,
          country: 14,
          email: 'changed@example.com',
          city: 'London',
        })
      ).body;
      const file = 'email,city,first_name,country\nchanged@example.com,Cambridge,Ada,Austria\n';
      const imported = await upload(client, contact_type_id, file, 'again.csv');
      await engine.settle();
      const { imported_changes: changes } = await exported('changed@example.com');
      expect(changes).to.have.length(1);
      const { cells, ...change } = changes[0];
      expect(change).to.deep.equal({ import_id: imported, file_name: 'again.csv', contact_id: id });
      expect(cells).to.have.deep.members([
        { field: 'city', before: 'London', after: 'Cambridge' },
        { field: 'first_name', before: '', after: 'Ada' },
        { field: 'country', before: '14', after: '15' },
      ]);
      const known = await exported(ADDRESS);
      expect(known.imported_changes.map((one: { file_name: string }) => one.file_name)).to.deep.equal([
        'list.csv',
      ]);
    });

    it('exports mails to an earlier address that an automation knows', async () => {
      const fresh = { contact_type_id: ground.contact_type_id, country: 14 };
      const { id } = (await client.post('/contacts/add', { ...fresh, email: 'before@example.com' })).body;
      await engine.settle();
      const moved = { ...fresh, contact_id: id, email: 'after@example.com' };
      expect((await client.post('/contacts/update', moved)).status).to.equal(200);
      const person = await exported('after@example.com');
      expect(person.other_addresses).to.deep.equal(['before@example.com']);
      expect(person.deliveries.map((one: { email: string }) => one.email)).to.deep.equal([
        'before@example.com',
      ]);
    });

    it('answers 404 to other accounts and for an unknown address', async () => {
      const { status, body } = await stranger.get(`/contacts/export?email=${ADDRESS}`);
      expect([status, body]).to.deep.equal([404, MISSING]);
      expect((await client.get('/contacts/export?email=nobody@example.com')).body).to.deep.equal(MISSING);
    });

    for (const [query, errors] of [
      ['', { email: ['The email field is required.'] }],
      ['?email=nonsense', { email: ['The email field must be a valid email address.'] }],
      ['?email[$ne]=x', { email: ['The email field format is invalid.'] }],
    ] as const) {
      it(`refuses ${query === '' ? 'no address' : query}`, async () => {
        const { status, body } = await client.get(`/contacts/export${query}`);
        expect([status, body.errors]).to.deep.equal([422, errors]);
      });
    }
  });

  describe('contacts/places', () => {
    it('names the segments, automations and other contacts of a person, no deleted ones', async () => {
      const { status, body } = await client.get(`/contacts/places?id=${known.contactId}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      const { segments, contacts, automations } = body.message.places;
      expect(segments.map((one: { segment_id: number }) => one.segment_id)).to.deep.equal(
        [known.byHand, known.byRule].sort((one, other) => one - other),
      );
      // The other contact with this address is deleted.
      expect(contacts).to.deep.equal([]);
      const places = automations.map((one: { utr: string }) => one.utr);
      expect(places).to.include(known.series.utr);
    });

    it('names the contact in another contact type', async () => {
      const { id: contact_type_id } = (await client.post('/contacts-type/add', { name: 'Readers' })).body;
      const email = 'twice@example.com';
      const added = await Promise.all(
        [ground.contact_type_id, contact_type_id].map((type) =>
          client.post('/contacts/add', { contact_type_id: type, country: 14, email }),
        ),
      );
      const [one, other] = added.map(({ body }) => body.id);
      const { places } = (await client.get(`/contacts/places?id=${one}`)).body.message;
      expect(places.contacts).to.deep.equal([{ contact_id: other, contact_type: 'Readers' }]);
    });

    it('is not audited, and answers 404 to other accounts', async () => {
      const { body } = await stranger.get(`/contacts/places?id=${known.contactId}`);
      expect(body).to.deep.equal(MISSING);
      expect((await client.get('/contacts/places')).status).to.equal(422);
      const { audit } = (await client.get('/account/audit')).body.message;
      expect(audit.map((one: { act: string }) => one.act)).to.not.include('contactPlaces');
    });
  });

  describe('contacts/erase', () => {
    it('starts an erasure, and shows it in contacts/erasure', async () => {
      expect((await client.get(`/contacts/erasure?email=${ADDRESS}`)).body).to.deep.equal(MISSING);
      const { status, body } = await client.post('/contacts/erase', { email: ADDRESS.toUpperCase() });
      expect([status, body]).to.deep.equal([200, { status: 'success', message: 'Erasure Started' }]);
      const { erasure } = (await client.get(`/contacts/erasure?email=${ADDRESS}`)).body.message;
      expect(Object.keys(erasure)).to.deep.equal(['requested_at', 'erased_at', 'done_at']);
      expect(erasure).to.deep.include({ erased_at: null, done_at: null });
      expect(engine.rung.length).to.equal(0);
      expect(JSON.stringify(await rows(Erasure).find().toArray())).to.not.include(ADDRESS);
      await engine.sweepOnce();
      expect((await client.get(`/contacts/erasure?email=${ADDRESS}`)).body.message.erasure.erased_at).to.be.a(
        'string',
      );
    });

    it('leaves a hash in place of the address where a record has to stay', async () => {
      const person = await exported(ADDRESS);
      expect(person).to.deep.include({
        contacts: [],
        segments: [],
        opt_outs: [],
        deliveries: [],
        refused_rows: [],
        moved_rows: [],
        imported_changes: [],
      });
      const deliveries = await client.get(`/single-send/deliveries?utr=${known.arrived.utr}`);
      const [shown] = deliveries.body.message.deliveries;
      expect(shown.email).to.match(/^[0-9a-f]{40}@erased\.invalid$/);
      expect((await client.get(`/contacts/activity?id=${known.contactId}`)).status).to.equal(404);
    });

    it('starts one erasure for the same Idempotency-Key', async () => {
      const call = () =>
        client.request('/contacts/erase', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
          body: JSON.stringify({ email: 'keyed@example.com' }),
        });
      const [first, second] = [await call(), await call()];
      expect([first.status, second.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
    });

    it('changes nothing with bad input', async () => {
      const count = await rows(Erasure).countDocuments();
      for (const email of [
        undefined,
        '',
        'nonsense',
        'a@example.com,b@example.com',
        { $ne: 1 },
        ['a@example.com'],
      ]) {
        const { status } = await client.post('/contacts/erase', { email });
        expect(status, JSON.stringify(email)).to.equal(422);
      }
      expect(await rows(Erasure).countDocuments()).to.equal(count);
      expect(await rows(Contact).countDocuments({ email_norm: OTHER_ADDRESS, deleted_at: null })).to.equal(1);
    });
  });
});
