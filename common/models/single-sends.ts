import type { HoldReason } from '../../shared/hold-reasons.ts';
import type { AudienceRef } from '../domain/audience-refs.ts';
import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

/** 0: held (docs/rules.md 9.1). */
export const SEND_STATUS = Object.freeze({ initiate: 0, ready: 1, running: 2, completed: 3 } as const);
type SendStatus = (typeof SEND_STATUS)[keyof typeof SEND_STATUS];

/** A campaign as its owner describes it. Its mailing has the outcome. */
export interface SingleSendDocument {
  _id: number;
  user_id: number;
  utr: string;
  template_id: number;
  template_json: string | null;
  template_html: string | null;
  /** The plain-text part; absent or null: it is made from the HTML. */
  template_text?: string | null;
  design_bytes?: number;
  /** Counts its owner's changes. Absent in old sends: 0. */
  version?: number;
  saved_by?: ActorKind;
  sender_id: number;
  unsubscribe_group_id: number;
  recipient_id: AudienceRef[];
  exclude_specific_recipient_id: AudienceRef[];
  single_send_name: string;
  subject: string;
  preheader: string;
  /** 0: openings and clicks are not counted. Absent in old sends: 1. */
  tracking?: 0 | 1;
  schedule_type: 0 | 1;
  /** `YYYY-MM-DD` and `HH:MM:SS` in the account's zone, as given; zero texts if immediate. */
  schedule_date: string;
  schedule_time: string;
  due_at: Date;
  /** A person may undo the start until then, and it is not due before. Null or absent: no such delay. */
  waits_until?: Date | null;
  status: SendStatus;
  hold_reason: HoldReason | null;
  hold_detail?: string | null;
  retry_at?: Date | null;
  /** Its owner still edits it. Absent in old sends: false. */
  draft?: boolean;
  /** A copy that its owner has not readied yet. */
  duplicate: boolean;
  /** A hold delayed it by more than a day after its schedule. */
  missed: boolean;
  /** Not started in a restored backup: a person decides whether to send it. */
  restored?: boolean;
  /** Not started when its account was closed and reopened: a person decides whether to send it. */
  reopened?: boolean;
  /** Its start failed repeatedly: it waits for `single-send/resume`, or for a change. */
  failed?: boolean;
  /** Paused by a person after its start, before its mailing existed. */
  paused?: boolean;
  /** An opaque name for each entry of recipient_id, by the entry's text. */
  unique_open_token: Record<string, string>;
  /** `digest`: of the mail that was tested (`mailDigest`). Null or absent: no test was requested. */
  last_test?: { at: Date; digest: string } | null;
  sent_at: Date | null;
  completed_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The state of a new send, held until it is readied. A change of a send resets it to this state. */
export const NOT_STARTED = Object.freeze({
  status: SEND_STATUS.initiate,
  hold_reason: null,
  hold_detail: null,
  retry_at: null,
  draft: false,
  duplicate: false,
  missed: false,
  restored: false,
  reopened: false,
  failed: false,
  paused: false,
  sent_at: null,
  completed_at: null,
  deleted_at: null,
});

const schema = collection<SingleSendDocument>('single_sends');
schema.index({ user_id: 1, _id: 1 });
schema.index({ user_id: 1, utr: 1 }, { unique: true });
// The sweep. Most sends are completed and not indexed.
schema.index({ status: 1, due_at: 1 }, { partialFilterExpression: { status: { $lt: 3 } } });
// Sums of stored bytes are read from this index alone.
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const SingleSend = model<SingleSendDocument>('SingleSend', schema);
