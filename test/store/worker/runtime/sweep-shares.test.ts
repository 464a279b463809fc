import { expect } from 'chai';
import { now } from '../../../../common/clock.ts';
import { createLogger } from '../../../../common/log.ts';
import { Batch } from '../../../../common/models/batches.ts';
import { BulkChange } from '../../../../common/models/bulk-changes.ts';
import { Import } from '../../../../common/models/imports.ts';
import { JobFailure, type JobFailureDocument } from '../../../../common/models/job-failures.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { Message } from '../../../../common/models/messages.ts';
import { NotificationRecipient } from '../../../../common/models/notification-recipients.ts';
import { Sender } from '../../../../common/models/senders.ts';
import { SingleSend } from '../../../../common/models/single-sends.ts';
import { TestMail } from '../../../../common/models/test-mails.ts';
import { Webhook } from '../../../../common/models/webhooks.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { ALL_CHORES } from '../../../../worker/all-chores.ts';
import type { Chore } from '../../../../worker/runtime/chore.ts';
import { KNOWN } from '../../../../worker/runtime/due-chores.ts';
import { mayTry } from '../../../../worker/runtime/failures/count.ts';
import { runJob } from '../../../../worker/runtime/failures/run-job.ts';
import { sweep } from '../../../../worker/runtime/sweep.ts';
import { mongodbUrl } from '../../../support/services.ts';

/** Accounts with much due work, and the rounds that find the work of another account behind it. */
const [ACCOUNTS, ROUNDS] = [5, 3];
const OTHER = 9;
const LONG_AGO = new Date(0);

/** Documents as they are stored: each has the fields that its chore asks for. */
interface Documents {
  insertMany(documents: readonly object[]): Promise<unknown>;
  deleteMany(filter: object): Promise<unknown>;
  countDocuments(filter: object): Promise<number>;
}

/** More due documents of each account than one question finds. */
interface DueDocuments {
  readonly of: unknown;
  readonly many: number;
  readonly fields: (id: number, due: Date, userId: number) => object;
  /** The chore looks at the newest first. */
  readonly newestFirst?: boolean;
  /** The change of a document by the chore, if it does not ring. */
  readonly done?: object;
}

const ALL = 'It finds all.';
const ACCOUNTS_ONLY = 'It finds each account once.';
const NOTHING = 'It looks for no documents of accounts.';

const webhook = { lease_token: null, enabled: true };
const webhooks = (group: object): DueDocuments => ({
  of: Webhook,
  many: 1000,
  fields: (_, due_at) => ({ ...webhook, ...group, due_at }),
});
const imports = (dry_run: boolean): DueDocuments => ({
  of: Import,
  many: 200,
  fields: (id) => ({ state: 'waiting', contact_type_id: id, dry_run }),
});

/** Each chore's due documents, or the reason why no account hides another. */
const SHARES: Readonly<Record<string, DueDocuments | string>> = {
  startDue: {
    of: SingleSend,
    many: 200,
    fields: (_, due_at) => ({ status: 1, due_at, deleted_at: null }),
  },
  releaseHeld: {
    of: SingleSend,
    many: 200,
    fields: (id, retry_at) => ({
      status: 0,
      deleted_at: null,
      sender_id: id,
      hold_reason: 'template_failed',
      retry_at,
    }),
  },
  releaseAccounts: ALL,
  resumeFreezing: {
    of: Mailing,
    many: 200,
    fields: (id, lease_until) => ({ state: 'freezing', single_send_id: id, lease_until }),
  },
  resumeVerified: {
    of: Mailing,
    many: 200,
    // The senders of the other accounts are not verified.
    fields: (id, _, sender_id) => ({
      state: 'open',
      paused_reason: 'sender_unverified',
      single_send_id: id,
      sender_id,
    }),
    done: { paused_reason: null },
  },
  mendRunning: ALL,
  brakeAccounts: NOTHING,
  logStop: NOTHING,
  finishOrphanedBatches: ALL,
  driveMailings: ALL,
  resumeWaiting: ALL,
  countDueDetails: {
    of: Batch,
    many: 40,
    fields: (id, due) => ({
      mailing: `send-${id}`,
      first: id,
      last: id,
      created_at: due,
      details_due_at: new Date(due.getTime() + 1),
      details_dirty_at: new Date(due.getTime() + 1),
    }),
    done: { details_dirty_at: { $exists: false } },
  },
  ringSteps: ALL,
  resumeEmails: ALL,
  noteStalled: ALL,
  noteHighBounces: ALL,
  trimRenderings: NOTHING,
  applyRetention: NOTHING,
  noteContactDays: ALL,
  'import-contacts': imports(false),
  'try-import': imports(true),
  'undo-import': {
    of: Import,
    many: 200,
    fields: () => ({ undo_state: 'waiting', undo_lease_until: null }),
    newestFirst: true,
  },
  'bulk-change': {
    of: BulkChange,
    many: 200,
    fields: () => ({ state: 'running', lease_until: null }),
  },
  'refresh-segments': ALL,
  'record-engagement': ACCOUNTS_ONLY,
  'purge-contact-type': ALL,
  'delete-account': ACCOUNTS_ONLY,
  'erase-addresses': ACCOUNTS_ONLY,
  'remove-custom-values': ACCOUNTS_ONLY,
  'deliver-message': { of: Message, many: 500, fields: (_, look_at) => ({ look_at }) },
  'mail-verification': {
    of: Sender,
    many: 100,
    fields: (_, due_at) => ({ verification: { due_at, nonce: 1 } }),
  },
  'mail-confirmation': {
    of: NotificationRecipient,
    many: 100,
    fields: (_, due_at) => ({ confirmation: { due_at } }),
  },
  'mail-password': 'A person has one, and it is due later once it was tried.',
  'send-test': { of: TestMail, many: 100, fields: (_, due_at) => ({ due_at, claim: null }) },
  'automation-advance': ALL,
  'automation-walk': ALL,
  'automation-replan': ALL,
  'call-webhook': webhooks({}),
  'call-first-webhook': webhooks({ late: true, untried: true }),
  'call-late-webhook': webhooks({ late: true }),
  'send-notices': ACCOUNTS_ONLY,
};

describe('what the sweep finds', () => {
  let rung: { readonly userId: number }[] = [];
  const worker = {
    log: createLogger('worker', 'silent'),
    stopping: new AbortController().signal,
    ring: async (_name: string, payload: { userId: number }) => void rung.push(payload),
  } as never;

  before(async () => {
    await connectMongo(await mongodbUrl('sweep-shares'));
  });
  after(disconnectMongo);
  beforeEach(() => {
    rung = [];
  });

  async function store({ of, many, fields, newestFirst = false }: DueDocuments): Promise<Documents> {
    const documents = of as Documents;
    await documents.deleteMany({});
    const others = ACCOUNTS * many;
    const row = (at: number, user_id: number) => {
      const id = 1 + (newestFirst ? others - at : at);
      return { _id: id, user_id, ...fields(id, new Date(LONG_AGO.getTime() + at), user_id) };
    };
    await documents.insertMany([
      ...Array.from({ length: others }, (_, at) => row(at, 1 + Math.floor(at / many))),
      row(others, OTHER),
    ]);
    return documents;
  }

  for (const chore of ALL_CHORES) {
    const share = SHARES[chore.name];
    it(`is of each account, or bounded otherwise: ${chore.name}`, async () => {
      expect(share, 'its row in the table of this test').not.to.equal(undefined);
      if (typeof share === 'string') return;
      const documents = await store(share!);
      if (chore.name === 'resumeVerified') {
        const address = { from_email: 'a@x.example', reply_to_email: 'a@x.example', deleted_at: null };
        const senders = Sender as unknown as Documents;
        await senders.deleteMany({});
        await senders.insertMany([{ _id: OTHER, user_id: OTHER, is_verified: 1, ...address }]);
      }
      const { done } = share!;
      const isFound = async (): Promise<boolean> =>
        done
          ? (await documents.countDocuments({ user_id: OTHER, ...done })) === 1
          : rung.some(({ userId }) => userId === OTHER);
      let round = 0;
      while (round < ROUNDS && !(await isFound())) {
        round += 1;
        await chore.run(worker);
      }
      expect(await isFound(), `found in ${ROUNDS} rounds`).to.equal(true);
      await documents.deleteMany({});
    });
  }

  it('has no row for a chore that is gone', () => {
    expect(Object.keys(SHARES)).to.have.members(ALL_CHORES.map(({ name }) => name));
  });

  it('waits for the next try of a failed job, however many jobs failed before', async () => {
    const at = now();
    const failure = (_id: string): JobFailureDocument => ({
      _id,
      job: 'bulk-change',
      subject: _id,
      reason: 'no',
      failures: 1,
      tries: 1,
      first_at: at,
      last_at: at,
      next_at: new Date(at.getTime() + 3_600_000),
      given_up_at: null,
      forget_at: new Date(at.getTime() + 7_200_000),
    });
    const last = 'send-notices account-9';
    await JobFailure.deleteMany({});
    await JobFailure.insertMany([
      ...Array.from({ length: KNOWN }, (_, id) => failure(`bulk-change bulk-change-${id}`)),
      failure(last),
    ]);
    expect(await mayTry(last)).to.equal(false);
    const ringing: Chore = {
      name: 'ringing',
      run: async ({ ring }) => {
        for (const userId of [8, OTHER]) await ring('send-notices', { userId });
      },
    };
    await sweep(worker, [ringing]);
    expect(rung).to.deep.equal([{ userId: 8 }]);
    let runs = 0;
    const run = async () => void (runs += 1);
    await runJob({ name: 'send-notices', doing: 'Counting', run }, { userId: OTHER }, worker);
    await runJob({ name: 'send-notices', doing: 'Counting', run }, { userId: 8 }, worker);
    expect(runs).to.equal(1);
    await JobFailure.deleteMany({});
    await sweep(worker, [ringing]);
    expect(rung.slice(1)).to.deep.equal([{ userId: 8 }, { userId: OTHER }]);
  });
});
