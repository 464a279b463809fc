import { collection, model } from '../store/collection.ts';
import type { MailingContent } from './mailings.ts';

/** `begun`: the mail may have been handed over, and no outcome is known. */
export interface TestRecipient {
  readonly address: string;
  readonly state: 'waiting' | 'done';
  readonly begun: boolean;
}

/** A test mail as requested. Removed with its last outcome: a test has no ledger row and is not counted. */
export interface TestMailDocument {
  /** A random UUID, part of the Message-IDs. */
  _id: string;
  user_id: number;
  sender_id: number;
  unsubscribe_group_id: number;
  content: MailingContent;
  /** Values of the chosen contact, by placeholder. */
  values: (readonly [name: string, value: string])[];
  recipients: TestRecipient[];
  /** When it is sent or retried; with `claim`: the end of that worker's claim. */
  due_at: Date;
  claim: string | null;
  attempts: number;
  created_at: Date;
}

/** A test is useless after that time, whatever its outcome. */
const KEPT_SECONDS = 24 * 3600;

const schema = collection<TestMailDocument>('test_mails');
schema.index({ due_at: 1 });
schema.index({ user_id: 1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export const TestMail = model<TestMailDocument>('TestMail', schema);
