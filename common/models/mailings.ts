import type { AudienceRef } from '../domain/audience-refs.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import { collection, model } from '../store/collection.ts';
import { type Figures, NO_FIGURES } from './figures.ts';

/**
 * freezing: nothing of the audience may be delivered yet · open: batches that are ready may be leased · done: every row is
 * final. An automation's email opens again with each row that is added.
 */
export type MailingState = 'freezing' | 'open' | 'done';

/** What pauses a running mailing. It goes on when a person resumes it, or when the reason ends (docs/rules.md 9.7). */
export const PAUSE_REASONS = [
  'person',
  'refused',
  'too_many_bounces',
  'too_many_complaints',
  'sender_deleted',
  'sender_address',
  'sender_unverified',
  'quota',
  'suspended',
  'restored',
  'failed',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Pauses that tell of replies and reports about its mails: it goes on when a person says so. */
export const BRAKE_REASONS = ['refused', 'too_many_bounces', 'too_many_complaints'] as const;
export type BrakeReason = (typeof BRAKE_REASONS)[number];
/** Brakes that pause a mailing once. */
export type Brake = 'bounces' | 'complaints';

/** A recipient domain that refused mails of a mailing for what is not about their recipients. */
export interface TroubledDomain {
  domain: string;
  /** Its last replies, and how many of them were such refusals. */
  mails: number;
  refused: number;
  /** The last such refusal. */
  class: ReplyClass;
  reply: string;
  /** It is parked until then; null: it is not. */
  until: Date | null;
  /** How often it was parked. */
  parks: number;
}

/** What recipient domains say of a mailing. */
export interface TroubledDomains {
  /** One more with each change: a worker writes only what it computed from the newest. */
  version: number;
  /** One more each time that a person let it go on: what was counted before that counts no more. */
  epoch: number;
  domains: TroubledDomain[];
  /** A person let it go on, and the rows that wait for a domain are still to be made due. */
  release: boolean;
}

export const NO_TROUBLE: Readonly<TroubledDomains> = Object.freeze({
  version: 0,
  epoch: 0,
  domains: [],
  release: false,
});

/** How many members the freeze counted, left out for each reason, and kept (docs/rules.md 9.17). */
export interface AudienceCounts {
  members: number;
  duplicates: number;
  excluded: number;
  unsubscribed: number;
  bounced: number;
  recipients: number;
}

export const NO_AUDIENCE: Readonly<AudienceCounts> = Object.freeze({
  members: 0,
  duplicates: 0,
  excluded: 0,
  unsubscribed: 0,
  bounced: 0,
  recipients: 0,
});

/** How far the audience was walked. */
export interface Walk {
  /** The index of the entry of `recipient_id`. */
  entry: number;
  /** The id of the last member there. */
  after: number;
  /** The last batch: workers of version 0.1.0 remove those behind it when they go on. */
  batch: number;
  /** The batches that stand since the last ones became ready. All of their rows are written, so they may be delivered. */
  step?: number[];
}

/** The last ids of what audiences consist of, at one moment. */
export interface LastIds {
  contacts: number;
  segment_recipients: number;
}

/** Whether the audience of a mailing is complete. */
export const hasWholeAudience = ({ state, walking }: Pick<MailingDocument, 'state' | 'walking'>): boolean =>
  state !== 'freezing' && walking !== true;

/** Mailings whose audience is not complete, as filters: each has an index. */
export const UNOPENED = { state: 'freezing' } as const;
export const WALKING = { walking: true } as const;

/** A link of the content, as its author wrote it; what `/c/…` leads to. */
export interface LinkTarget {
  id: number;
  url: string;
}

/**
 * Content, sender and address: of a single send as they were when it started, of an automation's email as they are
 * while mails of it go out.
 */
export interface MailingContent {
  from_name: string;
  from_email: string;
  reply_to: string;
  sender_address: string;
  subject: string;
  preheader: string;
  /** The name of its unsubscribe group; mailings that began before version 0.2.0 have none. */
  group_name?: string;
  html: string;
  /** False: no pixel, and no link is rewritten. Absent where mails are tracked. */
  tracking?: false;
  /** Of a single message with attachments: they stand behind its texts. */
  attached?: true;
  /**
   * The text made of the HTML, as JSON of `TextPiece`s; null where it could not be followed. Mailings that began before
   * this was kept have none, and it is made again.
   */
  text?: string | null;
}

/**
 * One content on its way to many: a single send that started, or an email of an automation; or to one, of a single message. The engine knows mailings
 * only; key `send-12` is the single send 12, `email-7` the automation schedule 7, `message-5` the single message 5.
 */
export interface MailingDocument {
  _id: string;
  user_id: number;
  single_send_id: number | null;
  automation_id: number | null;
  schedule_id: number | null;
  /** Of a single message: its id. Absent in mailings of sends and of automations. */
  message_id?: number;
  sender_id: number;
  unsubscribe_group_id: number;
  /** A recipient must still be a member of this when the mail is handed over: of an automation with exit criteria. */
  must_be_in: AudienceRef | null;
  content: MailingContent;
  /** Of all contents that it ever had: the links in mails work for ever. */
  links: LinkTarget[];
  /** The signing key that it began with (`common/secrets/signing.ts`); absent in those from before keys had ids. */
  key_id?: string | null;
  /** Counts the contents, and says what the last was made of. */
  revision: number;
  source: string | null;
  /** Moves before and after rows are added: a worker that found the mailing at rest compares it before closing it. */
  writes: number;
  state: MailingState;
  paused_reason: PauseReason | null;
  /** What its owner may read of the reason, where its name does not say all. */
  paused_detail?: string | null;
  /** Absent while no domain has refused it. */
  standing?: TroubledDomains;
  /** The brakes that have paused it. */
  brakes?: Brake[];
  /** A person has rows sent once more that had bounced with these classes until `at`; a worker still has to open them. */
  retry?: { classes: ReplyClass[]; at: Date } | null;
  /** It was cancelled or deleted: rows that were not handed over are skipped. */
  stopped: boolean;
  /** While true the rest of the audience is still being walked; what was walked is delivered (decision 014). */
  walking?: boolean;
  walk: Walk;
  /** The last ids when it began: who came later is not walked. Absent in mailings of version 0.1.0. */
  upto?: LastIds;
  /** How many times a worker began to walk, or went on. */
  freezes?: number;
  audience: AudienceCounts;
  figures: Figures;
  /** The lease of the worker that freezes or finishes it. */
  lease_token: string | null;
  lease_until: Date;
  created_at: Date;
  opened_at: Date | null;
  done_at: Date | null;
}

/** A mailing whose audience is to be frozen, with what is given about it. */
export const newMailing = (
  given: Pick<
    MailingDocument,
    '_id' | 'user_id' | 'sender_id' | 'unsubscribe_group_id' | 'content' | 'links'
  > &
    Partial<MailingDocument>,
  at: Date,
): MailingDocument => ({
  single_send_id: null,
  automation_id: null,
  schedule_id: null,
  must_be_in: null,
  revision: 1,
  source: null,
  writes: 0,
  state: 'freezing',
  paused_reason: null,
  stopped: false,
  walk: { entry: 0, after: 0, batch: 0 },
  audience: { ...NO_AUDIENCE },
  figures: { ...NO_FIGURES },
  lease_token: null,
  lease_until: new Date(0),
  created_at: at,
  opened_at: null,
  done_at: null,
  ...given,
});

const schema = collection<MailingDocument>('mailings');
// The sweep: those under way. Done ones are most of all and never asked for.
schema.index({ state: 1 }, { partialFilterExpression: { state: { $in: ['freezing', 'open'] } } });
// Without those of single messages, of which there may be many more: the sweep finds these by `messages.look_at`.
schema.index(
  { state: 1, message_id: 1 },
  { partialFilterExpression: { state: { $in: ['freezing', 'open'] } } },
);
// Those whose audience is still being walked: hardly any.
schema.index({ walking: 1 }, { partialFilterExpression: { walking: true } });
// From sends to their mailings, where many are asked for.
schema.index({ single_send_id: 1 });
schema.index({ automation_id: 1 }, { partialFilterExpression: { automation_id: { $gt: 0 } } });

export const Mailing = model<MailingDocument>('Mailing', schema);
