import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { pino } from 'pino';
import { applyMailEvent } from '../../../../../common/changes/mail-events.ts';
import { setClock } from '../../../../../common/clock.ts';
import { signToken, tokenKey } from '../../../../../common/domain/tokens.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../../../../common/models/deliveries.ts';
import { Enrollment } from '../../../../../common/models/enrollments.ts';
import { Erasure } from '../../../../../common/models/erasures.ts';
import { ImportRefusal } from '../../../../../common/models/import-refusals.ts';
import { Import } from '../../../../../common/models/imports.ts';
import { connectProducer, type RedisConnection } from '../../../../../common/redis/redis.ts';
import type { WorkerContext } from '../../../../../worker/runtime/context.ts';
import { createSend, type Engine, startEngine } from '../../../../support/engine.ts';
import { contains, whereIs } from '../../../../support/everywhere.ts';
import { type Ground } from '../../../../support/factories.ts';
import {
  type KnownPerson,
  makeKnown,
  OTHER_ADDRESS,
  upload,
  WAITING_ROWS,
} from '../../../../support/known-person.ts';
import { rows } from '../../../../support/rows.ts';
import { until } from '../../../../support/until.ts';
import { addContacts } from '../../../../support/world.ts';

const ADDRESS = 'augusta.ada@example.com';
const MINUTE = 60_000;

/** All files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

describe('erasing a person', () => {
  let engine: Engine;
  let ground: Ground;
  let other: Ground;
  let redis: RedisConnection;
  let person: KnownPerson;
  let worker: WorkerContext;
  let logged = '';

  before(async () => {
    engine = await startEngine('erasure', { RATE_CALLS: '0' });
    redis = connectProducer(engine.api.config.redisUrl);
    const sink = new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    });
    worker = engine.another({ log: pino({ level: 'trace' }, sink) });
    ground = await engine.ground();
    other = await engine.ground();
    await addContacts(other, [ADDRESS]);
    person = await makeKnown(engine, ground, ADDRESS);
  });
  after(async () => {
    setClock();
    redis.disconnect();
    await engine.stop();
  });

  /** As `engine.settle`, by the worker whose log is kept. */
  const settle = () => engine.settle(worker);
  const erase = (email: string, by = ground) => by.client.post('/contacts/erase', { email });
  const erasure = async () =>
    (await ground.client.get(`/contacts/erasure?email=${ADDRESS}`)).body.message.erasure as Record<
      string,
      string | null
    >;
  const listed = async (path: string, key: string): Promise<number> =>
    (await ground.client.get(path)).body.message[key].length;
  const figures = async () => ({
    arrived: await person.arrived.details(),
    bounced: await person.bounced.details(),
    group: await listed(
      `/unsubscribes-groups/recipients-list?groupId=${ground.unsubscribe_group_id}`,
      'recipients',
    ),
    global: await listed('/global-unsubscribes', 'unSubscribers'),
    suppressed: await listed('/suppressions', 'suppressions'),
  });

  it('begins with a person who has data in every collection', async () => {
    expect(await whereIs(ADDRESS, redis)).to.include.members([
      'contacts',
      'deliveries',
      'enrollments',
      'idempotency_keys',
      'import_refusals',
      'imports',
      'mail_links',
      'move_rows',
      'notices',
      'segment_recipients',
      'segments',
      'suppressions',
      'uploads.chunks',
      'webhook_attempts',
    ]);
  });

  describe('that was asked for', () => {
    let before_: Awaited<ReturnType<typeof figures>>;

    before(async () => {
      before_ = await figures();
      // The address of the other account stays: it is not looked for.
      await rows(Contact).updateMany(
        { user_id: other.client.user_id },
        { $set: { email: 'x@other.example', email_norm: 'x@other.example' } },
      );
      const answer = await erase(` ${ADDRESS.replace('a', 'A')} `);
      expect([answer.status, answer.body]).to.deep.equal([
        200,
        { status: 'success', message: 'Erasure Started' },
      ]);
      expect(await erasure()).to.include({ erased_at: null, done_at: null });
      await settle();
    });

    it('leaves the address nowhere', async () => {
      expect(await whereIs(ADDRESS, redis)).to.deep.equal([]);
      expect(await erasure()).to.include({ done_at: null });
      expect((await erasure())['erased_at']).to.be.a('string');
    });

    it('leaves it in no log', () => {
      expect(logged).to.include('addresses erased');
      expect(contains(Buffer.from(logged), ADDRESS)).to.equal(false);
      const folder = process.env['TEST_FOLDER'];
      if (!folder) return;
      for (const path of filesIn(folder).filter((file) => /\.log(\.\d)?$/.test(file)))
        expect(contains(readFileSync(path), ADDRESS), path).to.equal(false);
    });

    it('keeps all figures, and the length of every list', async () => {
      expect(await figures()).to.deep.equal(before_);
    });

    it('deletes the contact, and leaves nothing of its values', async () => {
      expect((await ground.client.get(`/contacts/details?contact_id=${person.contactId}`)).status).to.equal(
        404,
      );
      const left = await rows(Contact).findOne({ _id: person.contactId });
      expect(left)
        .to.include({ first_name: '', last_name: '', country: null })
        .and.to.deep.include({ custom_field: {} });
      expect(left!.email).to.match(/^[0-9a-f]{40}@erased\.invalid$/);
    });

    it('takes the address out of another contact, which stays', async () => {
      const { contact } = (await ground.client.get(`/contacts/details?contact_id=${person.otherId}`)).body
        .message;
      expect(contact).to.deep.include({ email: OTHER_ADDRESS, alt_email: null });
      expect(contact.tags).to.deep.equal(['friend']);
      expect(contact.custom_field.note.field_value).to.match(/^a friend of <[0-9a-f]{40}@erased\.invalid>$/);
    });

    it('takes the person out of segments, and out of automations', async () => {
      for (const segment of [person.byHand, person.byRule]) {
        const { body } = await ground.client.get(`/segment/details?segment_id=${segment}`);
        expect(body.message.segment.segment_emails_count).to.equal(0);
      }
      const enrollments = await person.series.enrollments();
      expect(enrollments.filter(({ state }) => state === 'waiting')).to.deep.equal([]);
      await person.series.progress();
    });

    it('answers its old links kindly', async () => {
      for (const purpose of ['unsubscribe', 'preferences'] as const) {
        for (const method of ['GET', 'POST']) {
          const page = await engine.api.request(person.link(purpose), { method });
          expect(page.status).to.equal(200);
          expect(page.body)
            .to.include('<h1>You are unsubscribed</h1>')
            .and.to.include('has erased your address');
          expect(page.body).to.not.include('erased.invalid');
        }
      }
      const key = tokenKey(engine.api.config.appSecret);
      const pixel = await engine.api.request(
        `/o/${signToken(key, 'open', { account: ground.client.user_id, id: person.deliveryId })}`,
      );
      expect(pixel.status).to.equal(200);
      expect(await figures()).to.have.property('global', before_.global);
    });

    it('lets the import of a file continue, without the person', async () => {
      await engine.run('import-contacts', { importId: person.waiting });
      expect(await rows(Import).findOne({ _id: person.waiting })).to.include({
        state: 'completed',
        rows_added: WAITING_ROWS,
        rows_refused: 1,
        failure: null,
      });
      const refused = await ImportRefusal.find({ '_id.import_id': person.waiting }).toArray();
      expect(refused.map(({ reason, cells }) => ({ reason, cells }))).to.deep.equal([
        { reason: 'The person of this row was erased.', cells: [] },
      ]);
      expect(await whereIs(ADDRESS, redis)).to.deep.equal([]);
    });

    it('looks again, and forgets the address in the end', async () => {
      for (const minutes of [1, 3, 16]) {
        setClock(() => Date.now() + minutes * MINUTE);
        await engine.sweepOnce(worker);
      }
      setClock();
      expect((await erasure())['done_at']).to.be.a('string');
      const [row] = await rows(Erasure).find({ user_id: ground.client.user_id }).toArray();
      expect(row).to.include({ sealed: null, due_at: null, passes: 4 });
      expect(JSON.stringify(row)).to.not.include(ADDRESS);
    });

    describe('of an address that comes back', () => {
      before(async () => {
        const answer = await ground.client.post('/contacts/add', {
          contact_type_id: ground.contact_type_id,
          country: 14,
          first_name: 'Augusta',
          email: ADDRESS,
        });
        expect(answer.status).to.equal(200);
        await upload(ground.client, ground.contact_type_id, `email,first_name\n${ADDRESS},Ada\n`);
        await settle();
      });

      it('mails nothing to it, and starts no automation', async () => {
        const mails = engine.mail.to(ADDRESS).length;
        const entered = (await person.series.enrollments()).length;
        const send = await createSend(ground);
        await settle();
        const { audience, status } = (await send.details()) as unknown as Record<
          string,
          Record<string, number>
        >;
        expect(status).to.equal(3);
        expect(audience!['unsubscribed']).to.equal(1);
        expect(engine.mail.to(ADDRESS)).to.have.length(mails);
        expect(await rows(Enrollment).countDocuments({ email_norm: ADDRESS })).to.equal(0);
        expect((await person.series.enrollments()).length).to.equal(entered);
      });

      it('stays unless a new erasure is requested, and is then erased again', async () => {
        await engine.sweepOnce(worker);
        expect(await rows(Contact).countDocuments({ email_norm: ADDRESS })).to.equal(1);
        await erase(ADDRESS);
        await settle();
        expect(await whereIs(ADDRESS, redis)).to.deep.equal([]);
      });
    });
  });

  describe('of other accounts', () => {
    it('skips mails that were not handed over', async () => {
      const address = 'unsent@example.com';
      const mailed = await engine.ground();
      await addContacts(mailed, [address, 'sent@example.com']);
      const send = await createSend(mailed);
      await engine.run('start-single-send', { singleSendId: send.id, userId: send.userId });
      expect((await send.row(address)).state).to.equal('pending');
      await erase(address, mailed);
      engine.rung.length = 0;
      await engine.run('erase-addresses', { userId: send.userId });
      await settle();
      expect(engine.mail.to(address)).to.deep.equal([]);
      const all = await send.rows();
      expect(all.map(({ state, skip_reason }) => [state, skip_reason ?? null])).to.have.deep.members([
        ['skipped', 'unsubscribed'],
        ['accepted', null],
      ]);
      expect(await whereIs(address, redis)).to.deep.equal([]);
      expect(await send.details()).to.include({ status: 3, triggered: 1, delivered: 1 });
    });

    it('touches no other account', async () => {
      const [one, two] = [await engine.ground(), await engine.ground()];
      const address = 'shared@example.com';
      for (const each of [one, two]) {
        await addContacts(each, [address]);
        await each.client.post('/global-unsubscribes/save', { email_address: address });
      }
      await erase(address, one);
      await settle();
      const kept = await two.client.get(`/contacts/list?email=${address}`);
      expect(kept.body.message.contacts).to.have.length(1);
      expect(
        (await two.client.get('/global-unsubscribes')).body.message.unSubscribers[0].email_address,
      ).to.equal(address);
      expect((await one.client.get(`/contacts/list?email=${address}`)).body.message.contacts).to.deep.equal(
        [],
      );
      expect((await two.client.get(`/contacts/erasure?email=${address}`)).status).to.equal(404);
    });

    it('continues where a worker stopped or failed', async () => {
      const address = 'halfway@example.com';
      const halfway = await engine.ground();
      const known = await makeKnown(engine, halfway, address);
      await erase(address, halfway);
      engine.rung.length = 0;
      const failing = engine.another({
        ring: async () => {
          throw new Error('the worker failed here');
        },
      });
      await engine.run('erase-addresses', { userId: halfway.client.user_id }, failing).catch(() => {});
      expect(await whereIs(address, redis))
        .to.include('deliveries')
        .and.to.not.include('uploads.chunks');
      await settle();
      setClock(() => Date.now() + 2 * MINUTE);
      await settle();
      setClock();
      expect(await whereIs(address, redis)).to.deep.equal([]);
      const { body } = await halfway.client.get(`/segment/details?segment_id=${known.byRule}`);
      expect(body.message.segment.segment_emails_count).to.equal(0);
    });

    it('erases many people at once, and one person repeatedly', async () => {
      const many = await engine.ground();
      const addresses = Array.from({ length: 20 }, (_, at) => `crowd-${at}@example.com`);
      await addContacts(many, [...addresses, 'stays@example.com']);
      const send = await createSend(many);
      await settle();
      const before_ = await send.details();
      const answers = await Promise.all(
        [...addresses, ...Array.from({ length: 10 }, () => addresses[0]!)].map((email) =>
          // A busy machine says "later" to some of so many calls at once.
          until(async () => {
            const answer = await erase(email, many);
            return answer.status === 503 || answer.status === 429 ? null : answer;
          }, `the erasure of ${email} to be taken`),
        ),
      );
      expect([...new Set(answers.map(({ status }) => status))]).to.deep.equal([200]);
      await settle();
      expect(await rows(Contact).countDocuments({ user_id: many.client.user_id, deleted_at: null })).to.equal(
        1,
      );
      expect(
        await rows(Delivery).distinct('email', { mailing: send.mailing, email: /@example/ }),
      ).to.deep.equal(['stays@example.com']);
      expect(await rows(Erasure).countDocuments({ user_id: many.client.user_id })).to.equal(addresses.length);
      expect(await send.details()).to.deep.equal(before_);
    });

    it('keeps counting what is reported about a mail, and keeps none of its words', async () => {
      const address = 'late@example.com';
      const mailed = await engine.ground();
      await addContacts(mailed, [address]);
      const send = await createSend(mailed);
      await settle();
      const { _id: delivery } = await send.row(address);
      await erase(address, mailed);
      await settle();
      const said = {
        account: null,
        delivery,
        attempt: null,
        recipient: address,
        reply: `550 no <${address}>`,
        class: 'gone',
        rule: 'x',
      } as const;
      const config = engine.api.config;
      expect(await applyMailEvent({ ...said, kind: 'bounced' }, config)).to.equal('applied');
      expect(await applyMailEvent({ ...said, kind: 'complained' }, config)).to.equal('applied');
      expect(await send.details()).to.include({ delivered: 0, bounces: 1, complaints: 1 });
      expect(await whereIs(address, redis)).to.deep.equal([]);
    });

    it('gives a row its own replacement if the usual one is taken in its mailing', async () => {
      const address = 'twice@example.com';
      const mailed = await engine.ground();
      await addContacts(mailed, [address]);
      const send = await createSend(mailed);
      await settle();
      await erase(address, mailed);
      await settle();
      const [{ _id, ...row }] = (await send.rows()) as [DeliveryDocument];
      await rows(Delivery).insertOne({ ...row, _id: _id + 1_000_000, email: address, email_norm: address });
      await erase(address, mailed);
      await settle();
      const names = (await send.rows()).map(({ email }) => email);
      expect(names[1]).to.equal(names[0]!.replace('@', `-${_id + 1_000_000}@`));
    });

    it('finds every spelling of an address', async () => {
      const spelt = await engine.ground();
      await addContacts(spelt, ['JÜRGEN@Bücher.example']);
      await createSend(spelt);
      await settle();
      await erase('ju\u0308rgen@XN--BCHER-KVA.example', spelt);
      await settle();
      expect(await whereIs('bücher', redis)).to.deep.equal([]);
      expect(await whereIs('xn--bcher-kva', redis)).to.deep.equal([]);
    });

    it('succeeds for an unknown person', async () => {
      expect((await erase('nowhere@example.com')).status).to.equal(200);
      await settle();
      expect(
        (await ground.client.get('/contacts/export?email=nowhere@example.com')).body.message.person,
      ).to.deep.include({
        contacts: [],
        deliveries: [],
      });
    });
  });
});
