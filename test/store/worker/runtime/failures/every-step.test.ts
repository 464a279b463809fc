import { expect } from 'chai';
import { mongo } from 'mongoose';
import { askForReset } from '../../../../../common/accounts/password-resets.ts';
import { setClock } from '../../../../../common/clock.ts';
import {
  JOB_NAMES,
  type JobName,
  type JobPayloads,
  OF_SERVICE,
  subjectOf,
} from '../../../../../common/jobs/catalogue.ts';
import { Account } from '../../../../../common/models/accounts.ts';
import { ContactType } from '../../../../../common/models/contact-types.ts';
import { Contact } from '../../../../../common/models/contacts.ts';
import { CustomField } from '../../../../../common/models/custom-fields.ts';
import { Delivery } from '../../../../../common/models/deliveries.ts';
import { Engagement } from '../../../../../common/models/engagements.ts';
import { FieldRemoval } from '../../../../../common/models/field-removals.ts';
import { JobFailure } from '../../../../../common/models/job-failures.ts';
import { Message } from '../../../../../common/models/messages.ts';
import { NotificationRecipient } from '../../../../../common/models/notification-recipients.ts';
import { PasswordMail } from '../../../../../common/models/password-mails.ts';
import { Sender } from '../../../../../common/models/senders.ts';
import { TestMail } from '../../../../../common/models/test-mails.ts';
import { Webhook } from '../../../../../common/models/webhooks.ts';
import { countGivenUp } from '../../../../../common/queries/job-failures.ts';
import { ALL_CHORES } from '../../../../../worker/all-chores.ts';
import type { Chore } from '../../../../../worker/runtime/chore.ts';
import { runJob } from '../../../../../worker/runtime/failures/run-job.ts';
import { sweep } from '../../../../../worker/runtime/sweep.ts';
import {
  createSeries,
  HOUR,
  join,
  MINUTE,
  movableClock,
  type Series,
} from '../../../../support/automations.ts';
import {
  createSend,
  type Engine,
  openSend,
  people,
  type Subject,
  startEngine,
} from '../../../../support/engine.ts';
import { aSend, type Ground } from '../../../../support/factories.ts';
import { type FailingSteps, startFailingSteps } from '../../../../support/failing-steps.ts';
import { type GivenPayload, withAccount } from '../../../../support/job-payloads.ts';
import { subjects, watch } from '../../../../support/notices.ts';
import { rows } from '../../../../support/rows.ts';
import { until } from '../../../../support/until.ts';
import { startWebhookReceiver } from '../../../../support/webhook-receiver.ts';
import { addContacts } from '../../../../support/world.ts';

/** The owner's view of a job that was given up, and how to continue it. */
interface Owner {
  /** The text that the owner sees; null when there is none. */
  told(): Promise<string | null>;
  /** An action that the owner can take before resuming. */
  act?(): Promise<void>;
  /** Resumes it, with a new payload when the job itself has ended. */
  resume(): Promise<void>;
}

interface Scene<Name extends JobName> {
  payload: GivenPayload<Name>;
  /** Absent for jobs that only the operator can resume. */
  owner?: Owner;
  /** A new payload, when the first job has ended by its failure. */
  newPayload?(): Promise<GivenPayload<Name>>;
  /** Checks the result after the job has run. */
  end(): Promise<void>;
}

/** More commands than any job sends for a few contacts. */
const ENDLESS = 200;
/** More people than the first step of a walk has. */
const LARGE = 4001;

const isOfJob = ({ name }: Chore): boolean => JOB_NAMES.some((job) => job === name);
/** The chores of the sweep that ring for a job: its own, or those that are of no job. */
const choresFor = (name: JobName): Chore[] => {
  const own = ALL_CHORES.filter((chore) => chore.name === name);
  return own.length > 0 ? own : ALL_CHORES.filter((chore) => !isOfJob(chore));
};

describe('a job that keeps failing', () => {
  let steps: FailingSteps;
  let engine: Engine;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    steps = await startFailingSteps();
    engine = await startEngine('worker-failures', { MONGODB_URL: steps.url });
    clock = movableClock();
  });
  after(async () => {
    setClock();
    await engine.stop();
    await steps.stop();
  });

  const ok = async (answer: Promise<{ status: number; body: unknown }>): Promise<void> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.equal(200);
  };

  /** Whether the sweep rings for a job now. It asks the chores that ring for it. */
  async function isRung<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<boolean> {
    engine.rung.length = 0;
    await sweep(engine.worker, choresFor(name));
    const rung = engine.rung.some(
      (one) =>
        one.name === name && subjectOf(name, one.payload as JobPayloads[Name]) === subjectOf(name, payload),
    );
    engine.rung.length = 0;
    return rung;
  }

  /** The subjects of the jobs that the sweep rings for now. */
  async function subjectsRung(): Promise<string[]> {
    engine.rung.length = 0;
    await engine.sweep();
    return engine.rung.splice(0).map(({ name, payload }) => subjectOf(name, payload));
  }

  /** Whether a ring runs the job now; it does not run while it is given up. */
  async function runs<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<boolean> {
    let ran = false;
    const run = async () => {
      ran = true;
      return 'idle' as const;
    };
    await runJob({ ...engine.jobs[name], run }, payload, engine.worker);
    return ran;
  }

  const idOf = <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
    `${name} ${subjectOf(name, payload)}`;
  const failureOf = <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
    JobFailure.findOne({ _id: idOf(name, payload) });

  /** The next step starts without earlier failures. */
  const forget = <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
    JobFailure.deleteOne({ _id: idOf(name, payload) });

  /** Runs all remaining work, as the sweep finds it. */
  async function finishAll(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      clock.pass(MINUTE);
      engine.rung.length = 0;
      await engine.sweep();
      if (round > 0 && engine.rung.length === 0) return;
      await engine.work();
    }
  }

  /** Counts a second attempt that is not played. */
  const countSecond = <Name extends JobName>(name: Name, payload: JobPayloads[Name]) =>
    JobFailure.updateOne({ _id: idOf(name, payload) }, { $set: { failures: 2, tries: 2 } });

  /**
   * Makes three attempts fail at the same step. The second finds what the third finds: after the first step it is counted without being played.
   */
  async function failThrice<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    good: number,
  ): Promise<'given up' | 'continued' | 'done'> {
    for (let failures = 0; failures < 3; ) {
      // The leases and the wait of the last attempt are over.
      clock.pass(5 * MINUTE);
      const became = await steps.run(engine.jobs, name, payload, engine.worker, good);
      if (became !== 'threw') return became;
      failures += 1;
      const { failures: counted } = (await failureOf(name, payload)) ?? { failures: 3 };
      expect(counted, `${name}, after ${good} steps`).to.equal(failures);
      if (good === 0 || failures > 1) continue;
      failures += 1;
      await countSecond(name, payload);
    }
    return 'given up';
  }

  const sendOwner = (ground: Ground, subject: Subject): Owner => ({
    async told() {
      const { paused_reason, paused_detail, hold_reason, hold_detail } = await subject.details();
      if (String(paused_reason) === 'failed') return String(paused_detail);
      return String(hold_reason) === 'failed' ? String(hold_detail) : null;
    },
    act: () => ok(ground.client.post(`/single-send/pause?utr=${subject.utr}`)),
    resume: () => ok(ground.client.post(`/single-send/resume?utr=${subject.utr}`)),
  });

  const delivered = (subject: Subject, count: number) => async (): Promise<void> => {
    await finishAll();
    const details = await subject.details();
    expect(details).to.deep.include({
      status: 3,
      delivered: count,
      bounces: 0,
      pending: 0,
      triggered: count,
    });
    expect(details).to.deep.include({
      hold_reason: null,
      hold_detail: null,
      paused_reason: null,
      paused_detail: null,
    });
  };

  const automationOwner = ({ client }: Ground, series: Series): Owner => ({
    async told() {
      const { automation } = (await client.get(`/automations/details?utr=${series.utr}`)).body.message;
      return automation.hold_reason === 'failed' ? automation.hold_detail : null;
    },
    act: () => ok(client.get(`/automations/pause?utr=${series.utr}`)),
    resume: () => ok(client.get(`/automations/set-live?utr=${series.utr}`)),
  });

  const allGot = (series: Series, addresses: readonly string[], mails: number) => async (): Promise<void> => {
    await finishAll();
    const ledger = await series.ledger();
    expect(ledger.map((row) => row.state)).to.deep.equal(ledger.map(() => 'accepted'));
    for (const address of addresses) {
      expect(
        ledger.filter((row) => row.email === address),
        address,
      ).to.have.length(mails);
    }
  };

  async function live(ground: Ground, fields = {}) {
    const series = await createSeries(ground, fields);
    const email = await series.email();
    return { series, email };
  }

  /** A live automation of one email, for which three contacts are due. */
  async function dueSeries() {
    const ground = await engine.ground();
    const { series, email } = await live(ground);
    await series.live();
    await join(ground, people(3, `due${ground.client.user_id}-`), engine.worker);
    engine.rung.length = 0;
    clock.pass(1000);
    return { ground, series, email, addresses: people(3, `due${ground.client.user_id}-`) };
  }

  async function openedSend() {
    const ground = await engine.ground();
    await addContacts(ground, people(3, `p${ground.client.user_id}-`));
    const subject = await openSend(engine, ground);
    return { subject, ground, owner: sendOwner(ground, subject), end: delivered(subject, 3) };
  }

  const webhookScene = (late: boolean, untried: boolean) => async () => {
    const { client, contact_type_id } = await engine.ground();
    const receiver = await startWebhookReceiver();
    const given = { url: receiver.url, events: ['contact.added'] };
    const { id, secret } = (await client.post('/webhooks/save', given)).body;
    receiver.secret = secret;
    const { body } = await client.post('/contacts/add', {
      contact_type_id,
      email: 'told@example.com',
      country: 1,
    });
    await rows(Webhook).updateOne({ _id: id }, { $set: { late, untried } });
    clock.pass(MINUTE);
    return {
      payload: { webhookId: id },
      async end() {
        expect(new Set(receiver.events.map((event) => event.data['contact_id']))).to.deep.equal(
          new Set([body.id]),
        );
        await receiver.stop();
      },
    };
  };

  /** A scene for each job of the catalogue: the test of a job that has none fails. */
  const SCENES: { readonly [Name in JobName]?: () => Promise<Scene<Name>> } = {
    async 'start-single-send'() {
      const ground = await engine.ground();
      await addContacts(ground, people(3, `s${ground.client.user_id}-`));
      const subject = await createSend(ground);
      return {
        payload: { singleSendId: subject.id, userId: subject.userId },
        owner: sendOwner(ground, subject),
        end: delivered(subject, 3),
      };
    },
    async 'walk-audience'() {
      const ground = await engine.ground();
      await addContacts(ground, people(LARGE, `l${ground.client.user_id}-`));
      const subject = await createSend(ground);
      await engine.run('start-single-send', { singleSendId: subject.id, userId: subject.userId });
      engine.rung.length = 0;
      return {
        payload: { singleSendId: subject.id, userId: subject.userId },
        owner: sendOwner(ground, subject),
        end: delivered(subject, LARGE),
      };
    },
    async 'deliver-first-slice'() {
      const { subject, owner, end } = await openedSend();
      return { payload: { mailing: subject.mailing, userId: subject.userId }, owner, end };
    },
    async 'deliver-slice'() {
      const { subject, owner, end } = await openedSend();
      return { payload: { mailing: subject.mailing, lane: 0, turn: 0 }, owner, end };
    },
    async 'finish-mailing'() {
      const { subject, owner, end } = await openedSend();
      await engine.run('deliver-first-slice', { mailing: subject.mailing, userId: subject.userId });
      engine.rung.length = 0;
      return { payload: { mailing: subject.mailing, userId: subject.userId }, owner, end };
    },
    async 'automation-step'() {
      const { ground, series, email, addresses } = await dueSeries();
      return {
        payload: { scheduleId: email.id },
        owner: automationOwner(ground, series),
        end: allGot(series, addresses, 1),
      };
    },
    async 'automation-advance'() {
      const { ground, series, email, addresses } = await dueSeries();
      await series.email({ subject: 'Second' });
      await engine.run('automation-replan', { automationId: series.id });
      await engine.run('automation-step', { scheduleId: email.id });
      await engine.run('deliver-slice', { mailing: email.mailing, lane: 0, turn: 0 });
      engine.rung.length = 0;
      return {
        payload: { mailing: email.mailing },
        owner: automationOwner(ground, series),
        end: allGot(series, addresses, 2),
      };
    },
    async 'automation-walk'() {
      const ground = await engine.ground();
      const addresses = people(3, `w${ground.client.user_id}-`);
      await addContacts(ground, addresses);
      const { series } = await live(ground, { type: 'custom' });
      await series.live();
      return {
        payload: { automationId: series.id },
        owner: automationOwner(ground, series),
        end: allGot(series, addresses, 1),
      };
    },
    async 'automation-replan'() {
      const ground = await engine.ground();
      const series = await createSeries(ground);
      await series.live();
      const addresses = people(3, `r${ground.client.user_id}-`);
      await join(ground, addresses, engine.worker);
      engine.rung.length = 0;
      await series.email();
      return {
        payload: { automationId: series.id },
        owner: automationOwner(ground, series),
        end: allGot(series, addresses, 1),
      };
    },
    async 'import-contacts'() {
      const { client, contact_type_id } = await engine.ground();
      const upload = async () => {
        const form = new FormData();
        form.set('contact_type_id', String(contact_type_id));
        form.set('file', new File(['email,first_name\na@x.example,Ada\nb@x.example,Bob\nno\n'], 'p.csv'));
        await ok(client.post('/contacts/upload-csv', form));
        return { importId: (await last()).id as number };
      };
      const last = async () => (await client.get('/contacts/imports')).body.message.imports.at(-1);
      return {
        payload: await upload(),
        newPayload: upload,
        owner: {
          told: async () => {
            const { state, failure } = await last();
            return state === 'failed' ? failure : null;
          },
          resume: async () => {},
        },
        async end() {
          const found = await last();
          expect(found).to.deep.include({ state: 'completed', rows_read: 3, rows_refused: 1 });
          const emails = await rows(Contact).distinct('email', { contact_type_id, deleted_at: null });
          expect(emails).to.have.members(['a@x.example', 'b@x.example']);
        },
      };
    },
    async 'try-import'() {
      const { client, contact_type_id } = await engine.ground();
      const upload = async () => {
        const form = new FormData();
        form.set('contact_type_id', String(contact_type_id));
        form.set('dry_run', '1');
        form.set('file', new File(['email,first_name\na@x.example,Ada\nno\n'], 'p.csv'));
        await ok(client.post('/contacts/upload-csv', form));
        return { importId: (await last()).id as number };
      };
      const last = async () => (await client.get('/contacts/imports')).body.message.imports.at(-1);
      return {
        payload: await upload(),
        newPayload: upload,
        owner: {
          told: async () => {
            const { state, failure } = await last();
            return state === 'failed' ? failure : null;
          },
          resume: async () => {},
        },
        async end() {
          expect(await last()).to.deep.include({ state: 'completed', rows_read: 2, rows_refused: 1 });
          expect(await rows(Contact).countDocuments({ contact_type_id, deleted_at: null })).to.equal(0);
        },
      };
    },
    async 'bulk-change'() {
      const { client, contact_type_id } = await engine.ground();
      for (const name of ['ada', 'bob'])
        await ok(client.post('/contacts/add', { contact_type_id, country: 1, email: `${name}@x.example` }));
      await ok(client.post('/contacts/bulk/save', { action: 'delete' }));
      const last = async () => (await client.get('/contacts/bulk')).body.message.bulk_changes.at(-1);
      const bulkChangeId: number = (await last()).id;
      await engine.run('bulk-change', { bulkChangeId });
      await ok(client.post(`/contacts/bulk/start?id=${bulkChangeId}`));
      return {
        payload: { bulkChangeId },
        owner: {
          told: async () => {
            const { state, failure } = await last();
            if (state === 'completed') throw new Error('It completed, and was given up.');
            return state === 'failed' ? failure : null;
          },
          resume: () => ok(client.post(`/contacts/bulk/start?id=${bulkChangeId}`)),
        },
        async end() {
          expect(await last()).to.include({ state: 'completed', contacts_done: 2, failure: null });
          expect(await rows(Contact).countDocuments({ contact_type_id, deleted_at: null })).to.equal(0);
        },
      };
    },
    async 'undo-import'() {
      const { client, contact_type_id } = await engine.ground();
      const form = new FormData();
      form.set('contact_type_id', String(contact_type_id));
      form.set('file', new File(['email\na@x.example\nb@x.example\n'], 'p.csv'));
      await ok(client.post('/contacts/upload-csv', form));
      const last = async () => (await client.get('/contacts/imports')).body.message.imports.at(-1);
      const importId: number = (await last()).id;
      await engine.run('import-contacts', { importId });
      const ask = () => ok(client.post(`/contacts/imports/undo?id=${importId}`));
      await ask();
      return {
        payload: { importId },
        owner: {
          told: async () => {
            const { state, failure } = (await last()).undo;
            return state === 'failed' ? failure : null;
          },
          resume: ask,
        },
        async end() {
          expect((await last()).undo).to.include({ state: 'completed', contacts_removed: 2, failure: null });
          expect(await rows(Contact).countDocuments({ contact_type_id, deleted_at: null })).to.equal(0);
        },
      };
    },
    async 'refresh-segments'() {
      const { client, contact_type_id, ...ground } = await engine.ground();
      await addContacts({ client, contact_type_id, ...ground }, people(3));
      await ok(
        client.post('/segment/store', {
          segment_name: 'All',
          contact_type_id,
          select_field: ['email'],
          select_operator: ['is not blank'],
        }),
      );
      const shown = async () => (await client.get('/segment/list')).body.message.segments.at(-1);
      return {
        payload: { contactTypeId: contact_type_id },
        owner: {
          told: async () => (await shown()).refresh_failed,
          resume: async () => clock.pass(HOUR),
        },
        async end() {
          expect(await shown()).to.deep.include({
            segment_emails_count: 3,
            refreshing: false,
            refresh_failed: null,
          });
        },
      };
    },
    async 'record-engagement'() {
      const { subject, ground } = await openedSend();
      await ok(
        ground.client.post('/segment/store', {
          segment_name: 'Sent',
          contact_type_id: ground.contact_type_id,
          select_field: ['last_sent_at'],
          select_operator: ['is not blank'],
        }),
      );
      await engine.run('deliver-first-slice', { mailing: subject.mailing, userId: subject.userId });
      const userId = ground.client.user_id;
      return {
        payload: { userId },
        async end() {
          expect(await rows(Engagement).countDocuments({ user_id: userId })).to.equal(0);
          const sent = { user_id: userId, last_sent_at: { $type: 'date' as const } };
          expect(await rows(Contact).countDocuments(sent)).to.equal(3);
        },
      };
    },
    async 'apply-retention'() {
      const ground = await engine.ground();
      await addContacts(ground, people(3));
      const theirs = { user_id: ground.client.user_id };
      await rows(Contact).updateMany(theirs, { $set: { deleted_at: new Date('2020-01-01') } });
      return {
        payload: { userId: OF_SERVICE },
        async end() {
          expect(await rows(Contact).countDocuments(theirs)).to.equal(0);
        },
      };
    },
    async 'purge-contact-type'() {
      const ground = await engine.ground();
      await addContacts(ground, people(3));
      const { contact_type_id: contactTypeId } = ground;
      await ok(ground.client.delete(`/contacts-type/delete?contact_type_id=${contactTypeId}`));
      return {
        payload: { contactTypeId },
        async end() {
          const living = { contact_type_id: contactTypeId, deleted_at: null };
          expect(await rows(Contact).countDocuments(living)).to.equal(0);
          expect((await rows(ContactType).findOne({ _id: contactTypeId }))!.purged_at).to.be.instanceOf(Date);
        },
      };
    },
    async 'remove-custom-values'() {
      const ground = await engine.ground();
      const { client } = ground;
      await ok(client.post('/custom-fields/save', { field_name: 'shoe_size', field_type: 'text' }));
      const { _id: customFieldId } = (await rows(CustomField).findOne({ user_id: client.user_id }))!;
      await addContacts(ground, people(3), { custom_field: { shoe_size: '42' } });
      await ok(client.delete(`/custom-fields/delete?id=${customFieldId}`));
      return {
        payload: { userId: client.user_id },
        async end() {
          expect(await rows(FieldRemoval).countDocuments({ _id: customFieldId })).to.equal(0);
          const left = { user_id: client.user_id, 'custom_field.shoe_size': { $exists: true } };
          expect(await rows(Contact).countDocuments(left)).to.equal(0);
        },
      };
    },
    async 'mail-verification'() {
      const { sender_id: senderId } = await engine.ground();
      const find = async () => (await rows(Sender).findOne({ _id: senderId }))!;
      await rows(Sender).updateOne({ _id: senderId }, { $set: { 'verification.due_at': new Date() } });
      return {
        payload: { senderId, nonce: (await find()).verification!.nonce },
        async end() {
          expect((await find()).verification!.due_at).to.equal(null);
        },
      };
    },
    async 'mail-confirmation'() {
      const { client } = await engine.ground();
      const fields = { email_address: `asked-${client.user_id}@example.com`, email_owner: 'Ada' };
      await ok(client.post('/notification-recipient/save', fields));
      const find = () => rows(NotificationRecipient).findOne({ user_id: client.user_id });
      return {
        payload: { recipientId: (await find())!._id },
        async end() {
          expect((await find())!.confirmation!.due_at).to.equal(null);
          expect(engine.mail.to(fields.email_address).length).to.be.above(0);
        },
      };
    },
    async 'mail-password'() {
      const { client } = await engine.ground();
      const { email, email_norm } = (await Account.findOne({ _id: client.user_id }))!;
      const mailId = await askForReset(email_norm);
      return {
        payload: { mailId },
        // A link is given up after half an hour.
        async newPayload() {
          await forget('mail-password', { mailId });
          return { mailId: await askForReset(email_norm) };
        },
        async end() {
          expect((await PasswordMail.findOne({ _id: mailId }))!.due_at).to.equal(null);
          expect(engine.mail.to(email).length).to.be.above(0);
        },
      };
    },
    async 'send-test'() {
      const ground = await engine.ground();
      const { user_id } = ground.client;
      const address = `reader-${user_id}@example.com`;
      const find = () => rows(TestMail).findOne({ user_id });
      const ask = async () => {
        await ok(ground.client.post('/single/send/test', { ...aSend(ground), email_address: address }));
        return { testId: (await find())!._id, userId: user_id };
      };
      const payload = await ask();
      return {
        payload,
        // A test is given up after an hour.
        async newPayload() {
          const old = { testId: (await find())!._id, userId: user_id };
          await forget('send-test', old);
          clock.pass(2 * HOUR);
          await engine.run('send-test', old);
          expect(await find()).to.equal(null);
          return ask();
        },
        async end() {
          expect(await find()).to.equal(null);
          expect(engine.mail.to(address).length).to.be.above(0);
        },
      };
    },
    async 'deliver-message'() {
      const ground = await engine.ground();
      const { user_id } = ground.client;
      const email = `reader-${user_id}@example.com`;
      const ask = async () => {
        const { sender_id } = ground;
        await ok(
          ground.client.post('/messages/send', {
            email,
            sender_id,
            subject: 'Your code',
            template_html: '<p>4711</p>',
          }),
        );
        const { _id: messageId } = (await rows(Message).findOne({ user_id }, { sort: { _id: -1 } }))!;
        return { messageId, userId: user_id };
      };
      let payload = await ask();
      return {
        payload,
        async newPayload() {
          await forget('deliver-message', payload);
          payload = await ask();
          return payload;
        },
        async end() {
          // One that failed after its mail was marked may be held in doubt.
          const last = await rows(Delivery).findOne({ email }, { sort: { _id: -1 } });
          expect(last?.state).to.be.oneOf(['accepted', 'in_doubt']);
        },
      };
    },
    async 'erase-addresses'() {
      const ground = await engine.ground();
      const { client, contact_type_id } = ground;
      await addContacts(ground, ['ada@erased.example', 'bob@erased.example']);
      await ok(client.post('/contacts/erase', { email: 'ada@erased.example' }));
      return {
        payload: { userId: client.user_id },
        async end() {
          const living = await rows(Contact).distinct('email', { contact_type_id, deleted_at: null });
          expect(living).to.deep.equal(['bob@erased.example']);
          const { body } = await client.get('/contacts/erasure?email=ada@erased.example');
          expect(JSON.stringify(body)).to.match(/"done_at":"\d/);
        },
      };
    },
    async 'delete-account'() {
      const ground = await engine.ground();
      const { user_id: userId } = ground.client;
      await addContacts(ground, ['ada@closed.example', 'bob@closed.example']);
      await engine.settle();
      const past = new Date(0);
      await Account.updateOne(
        { _id: userId },
        { $set: { closed: { at: past, until: past, next_at: past } } },
      );
      return {
        payload: { userId },
        async end() {
          expect(await rows(Contact).countDocuments({ user_id: userId })).to.equal(0);
          expect(await Account.countDocuments({ _id: userId })).to.equal(0);
        },
      };
    },
    'call-webhook': webhookScene(false, false),
    'call-first-webhook': webhookScene(true, true),
    'call-late-webhook': webhookScene(true, false),
    async 'send-notices'() {
      const ground = await engine.ground();
      const watcher = await watch(ground.client);
      const series = await createSeries(ground, { automation_name: 'Watched' });
      await series.live();
      return {
        payload: { userId: ground.client.user_id },
        async end() {
          expect(await subjects(engine.mail, watcher)).to.include('An automation is on, with 0 emails');
        },
      };
    },
  };

  for (const name of JOB_NAMES) {
    it(`ends after three attempts, shows this, and continues when resumed, whichever step fails: ${name}`, async () => {
      const scene = await SCENES[name]?.();
      if (!scene) throw new Error(`${name} has no scene: add one to SCENES`);
      let payload = await withAccount(name, scene.payload);
      let givenUp = 0;
      for (let good = 0; ; good += 1) {
        expect(good, 'steps').to.be.below(ENDLESS);
        const became = await failThrice(name, payload, good);
        if (became === 'done') break;
        if (became === 'continued') {
          await forget(name, payload);
          continue;
        }
        givenUp += 1;
        const at = `${name}, after ${good} steps`;
        const { owner } = scene;
        if (owner) {
          expect(await until(() => owner.told(), `${at}: the text for the owner`), at).to.match(
            /failed 3 times: the database refused a step \(code 8000\)\.?$/,
          );
        }
        if (scene.newPayload) {
          expect(await isRung(name, payload), at).to.equal(false);
          payload = await withAccount(name, await scene.newPayload());
          continue;
        }
        expect((await countGivenUp()).get(name), at).to.equal(1);
        const { next_at, tries } = (await failureOf(name, payload))!;
        if (next_at === null) clock.pass(2 * HOUR);
        // Only after a while; a job that waits for its owner never does.
        expect(await isRung(name, payload), at).to.equal(false);
        expect(await runs(name, payload), at).to.equal(false);
        expect((await failureOf(name, payload))!.tries, at).to.equal(tries);
        if (scene.owner) {
          await scene.owner.act?.();
          await scene.owner.resume();
        } else clock.pass(HOUR);
        if (next_at === null) expect(await failureOf(name, payload), at).to.equal(null);
        else await forget(name, payload);
      }
      expect(givenUp, 'steps that failed').to.be.above(0);
      // Runs once more, as every job may.
      await engine.run(name, payload);
      await engine.work();
      await scene.end();
      expect((await countGivenUp()).get(name)).to.equal(undefined);
    });
  }

  const JOBS_OF_SENDS = ['start-single-send', 'deliver-slice', 'finish-mailing'] as const;

  /** A send whose job fails after its first `good` commands; null when the job ends before that. */
  async function brokenSend(
    ground: Ground,
    name: (typeof JOBS_OF_SENDS)[number],
    good: number,
    tries: number,
  ) {
    const subject = name === 'start-single-send' ? await createSend(ground) : await openSend(engine, ground);
    if (name === 'finish-mailing')
      await engine.run('deliver-first-slice', { mailing: subject.mailing, userId: subject.userId });
    engine.rung.length = 0;
    const payload = {
      'start-single-send': { singleSendId: subject.id, userId: subject.userId },
      'deliver-slice': { mailing: subject.mailing, userId: subject.userId, lane: 0, turn: 0 as const },
      'finish-mailing': { mailing: subject.mailing, userId: subject.userId },
    }[name] as JobPayloads[typeof name];
    for (let tried = 0; tried < tries; tried += 1) {
      clock.pass(5 * MINUTE);
      const became = await steps.run(engine.jobs, name, payload, engine.worker, good);
      if (became === 'done') return null;
      if (tries === 1 || good === 0 || tried > 0) continue;
      tried += 1;
      await countSecond(name, payload);
    }
    return subject;
  }

  async function newSend() {
    const ground = await engine.ground();
    await addContacts(ground, people(2, `n${ground.client.user_id}-`));
    return { ground, subject: await createSend(ground) };
  }

  for (const name of JOBS_OF_SENDS) {
    for (const tries of [1, 3]) {
      it(`lets the send be cancelled and deleted, whichever step fails ${tries === 1 ? 'once' : 'for good'}: ${name}`, async () => {
        const ground = await engine.ground();
        await addContacts(ground, people(2, `b${ground.client.user_id}-`));
        const broken: { readonly subject: Subject; readonly at: string; readonly cancelled: boolean }[] = [];
        for (let good = 0; ; good += 1) {
          expect(good, 'steps').to.be.below(ENDLESS);
          const subject = await brokenSend(ground, name, good, tries);
          if (!subject) break;
          const at = `${name}, after ${good} steps`;
          const isOver = (await subject.send()).status === 3;
          // Alternately, so that each step is tested with both, here and in the other test.
          const cancelled = good % 2 === (tries === 1 ? 0 : 1);
          if (cancelled) {
            const { status, body } = await ground.client.post(`/single-send/cancel?utr=${subject.utr}`);
            // A send that completed nevertheless can't be cancelled.
            expect(status, `${at}: ${JSON.stringify(body)}`).to.equal(isOver ? 409 : 200);
          } else await ok(ground.client.delete(`/single/send/delete?utr=${subject.utr}`));
          broken.push({ subject, at, cancelled });
        }
        // Together, because a sweep looks for all of them at once.
        await finishAll();
        const rung = await subjectsRung();
        for (const { subject, at } of broken) expect(rung, at).to.not.include(subject.mailing);
        for (const { subject, at, cancelled } of broken) {
          if (cancelled)
            expect(await subject.details(), at).to.deep.include({ status: 3, pending: 0, hold_reason: null });
          expect(await JobFailure.countDocuments({ subject: subject.mailing }), at).to.equal(0);
        }
      });
    }
  }

  it('lets a started send without a mailing be paused and resumed', async () => {
    const { ground, subject } = await newSend();
    await steps.fail('mailings', ['insert']);
    const failed = await engine
      .run('start-single-send', { singleSendId: subject.id, userId: subject.userId })
      .catch(String);
    await steps.mend();
    expect(failed).to.include('failCommand');
    expect(await subject.details()).to.deep.include({ status: 2, paused_reason: null });
    await ok(ground.client.post(`/single-send/pause?utr=${subject.utr}`));
    expect(await subject.details()).to.deep.include({ status: 2, paused_reason: 'person' });
    await finishAll();
    expect(await subject.details()).to.deep.include({ status: 2, paused_reason: 'person', delivered: 0 });
    await ok(ground.client.post(`/single-send/resume?utr=${subject.utr}`));
    await delivered(subject, 2)();
  });

  it('tells notification recipients, and an update of the send starts another attempt', async () => {
    const { ground, subject } = await newSend();
    const watcher = await watch(ground.client);
    expect(
      await failThrice('start-single-send', { singleSendId: subject.id, userId: subject.userId }, 0),
    ).to.equal('given up');
    await finishAll();
    expect(await subjects(engine.mail, watcher)).to.deep.equal([
      'A campaign is held: a step failed repeatedly',
    ]);
    await ok(ground.client.post('/single/send/update', { ...aSend(ground), utr: subject.utr }));
    await delivered(subject, 2)();
  });

  it('does not count failures for different reasons, or of a database that is away, as a series', async () => {
    const payload = { userId: 1_000_001 };
    const fail = async (failure: Error): Promise<void> => {
      clock.pass(HOUR + MINUTE);
      const run = async () => {
        throw failure;
      };
      const job = { ...engine.jobs['remove-custom-values'], run };
      const thrown = await runJob(job, payload, engine.worker).catch((caught: unknown) => caught);
      expect(thrown).to.equal(failure);
    };
    for (let time = 0; time < 4; time += 1) await fail(new mongo.MongoNetworkError('the line broke'));
    expect(await failureOf('remove-custom-values', payload)).to.equal(null);
    await fail(new TypeError('row 17 is wrong'));
    await fail(new TypeError('row 99 is wrong'));
    await fail(new RangeError('row 99 is wrong'));
    const after = (await failureOf('remove-custom-values', payload))!;
    expect(after).to.deep.include({
      failures: 1,
      tries: 3,
      given_up_at: null,
      reason: 'RangeError: row # is wrong',
    });
    for (let time = 0; time < 4; time += 1) {
      await fail(new TypeError('one'));
      await fail(new TypeError('two'));
    }
    // Changing reasons end it too, but later.
    expect((await failureOf('remove-custom-values', payload))!.given_up_at).to.be.instanceOf(Date);
    clock.pass(HOUR);
    await engine.run('remove-custom-values', payload);
    expect(await failureOf('remove-custom-values', payload)).to.equal(null);
  });

  it('reads and writes nothing about failures when it never failed', async () => {
    const before = await JobFailure.countDocuments();
    await steps.fail('job_failures', ['find', 'update', 'findAndModify', 'delete', 'insert']);
    try {
      const { subject } = await openedSend();
      await engine.run('deliver-slice', { mailing: subject.mailing, lane: 0, turn: 0 });
    } finally {
      await steps.mend();
    }
    expect(await JobFailure.countDocuments()).to.equal(before);
  });
});
