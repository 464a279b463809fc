import { collection, model } from '../store/collection.ts';
import type { MailingContent } from './mailings.ts';

/** An address that gets a test. `begun`: its mail may have been handed over, and no outcome is known. */
export interface TestRecipient {
  readonly address: string;
  readonly state: 'waiting' | 'done';
  readonly begun: boolean;
}

/**
 * A test of a mail on its way: what was to be mailed when it was asked for, and to whom. It is removed with its last outcome: a test
 * has no ledger, and counts nowhere.
 */
export interface TestMailDocument {
  /** A random UUID, which the Message-IDs name. */
  _id: string;
  user_id: number;
  sender_id: number;
  unsubscribe_group_id: number;
  content: MailingContent;
  /** The values of the contact that the mail is made for, by placeholder. */
  values: (readonly [name: string, value: string])[];
  recipients: TestRecipient[];
  /** From here on it is sent, or tried once more; with `claim`, until then a worker has it. */
  due_at: Date;
  claim: string | null;
  attempts: number;
  created_at: Date;
}

/** Seconds after which a test is of no more use, whatever became of it. */
const KEPT_SECONDS = 24 * 3600;

const schema = collection<TestMailDocument>('test_mails');
schema.index({ due_at: 1 });
// Those of an account, when a person is erased.
schema.index({ user_id: 1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const TestMail = model<TestMailDocument>('TestMail', schema);
