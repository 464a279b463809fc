import type { HoldReason } from '../../shared/hold-reasons.ts';
import type { AudienceRef } from '../domain/audience-refs.ts';
import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

/** 0 initiate (held) · 1 ready to send · 2 running · 3 completed (docs/rules.md 9.1). */
export const SEND_STATUS = Object.freeze({ initiate: 0, ready: 1, running: 2, completed: 3 } as const);
export type SendStatus = (typeof SEND_STATUS)[keyof typeof SEND_STATUS];

/** A campaign as its owner describes it. Its mailing has its outcome. */
export interface SingleSendDocument {
  _id: number;
  user_id: number;
  utr: string;
  template_id: number;
  template_json: string | null;
  template_html: string | null;
  /** Bytes of the two above. */
  design_bytes?: number;
  /** How often it was changed by its owner. Absent in sends from before it was counted: 0. */
  version?: number;
  /** The kind of actor that changed it last. Absent where it was changed before this was noted. */
  saved_by?: ActorKind;
  sender_id: number;
  unsubscribe_group_id: number;
  recipient_id: AudienceRef[];
  exclude_specific_recipient_id: AudienceRef[];
  single_send_name: string;
  subject: string;
  preheader: string;
  /** 0: openings and clicks are not counted. Absent in sends from before it could be chosen: 1. */
  tracking?: 0 | 1;
  schedule_type: 0 | 1;
  /** `YYYY-MM-DD` and `HH:MM:SS` in the account's zone, as given; zero texts when immediate. */
  schedule_date: string;
  schedule_time: string;
  /** The instant from which it may start. */
  due_at: Date;
  /** Until then a person may take it back: it is not due earlier. Null and absent: it was not asked for. */
  waits_until?: Date | null;
  status: SendStatus;
  hold_reason: HoldReason | null;
  /** What is wrong, in sentences, where the reason says that something is. */
  hold_detail?: string | null;
  /** When the service tries again by itself what it could not do for a reason of its own. */
  retry_at?: Date | null;
  /** Its owner still writes it. Absent in sends from before there were drafts: false. */
  draft?: boolean;
  /** It is a copy that its owner has not readied yet. */
  duplicate: boolean;
  /** A hold let its schedule pass by more than a day. */
  missed: boolean;
  /** It had not started in a backup that was restored: a person says whether it still goes. */
  restored?: boolean;
  /** It had not started when its account was closed and reopened: a person says whether it still goes. */
  reopened?: boolean;
  /** Its start failed again and again: it waits for `single-send/resume`, or for a change. */
  failed?: boolean;
  /** A person paused it after its start, before it had a mailing to pause. */
  paused?: boolean;
  /** One opaque name per entry of recipient_id, keyed by the entry's text. */
  unique_open_token: Record<string, string>;
  sent_at: Date | null;
  completed_at: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** What a send begins with, held until it is readied; a change of it goes back to that. */
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
schema.index({ utr: 1 }, { unique: true });
// The sweep: what is held, due or running. Completed ones are most of all and never asked for.
schema.index({ status: 1, due_at: 1 }, { partialFilterExpression: { status: { $lt: 3 } } });
// What an account stores, read from the index alone.
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const SingleSend = model<SingleSendDocument>('SingleSend', schema);
