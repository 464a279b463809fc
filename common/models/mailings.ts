import type { PauseReason } from '../../shared/hold-reasons.ts';
import type { AudienceRef } from '../domain/audience-refs.ts';
import type { ReplyClass } from '../domain/reply-classes.ts';
import { collection, model } from '../store/collection.ts';
import { type Figures, NO_FIGURES } from './figures.ts';

/** freezing: no mail may be delivered yet · open: ready batches may be leased, again after each added row · done: all rows are final. */
type MailingState = 'freezing' | 'open' | 'done';

export { PAUSE_REASONS, type PauseReason } from '../../shared/hold-reasons.ts';

/** Pauses for replies and reports about its mails: only a person resumes these. */
export const BRAKE_REASONS = ['refused', 'too_many_bounces', 'too_many_complaints'] as const;
export type BrakeReason = (typeof BRAKE_REASONS)[number];
export type Brake = 'bounces' | 'complaints';

/** A recipient domain that refused mails for reasons not about their recipients. */
export interface TroubledDomain {
  domain: string;
  /** Its last replies, and the number of refusals among them. */
  mails: number;
  refused: number;
  class: ReplyClass;
  reply: string;
  until: Date | null;
  parks: number;
}

export interface TroubledDomains {
  /** Rises with each change: a worker writes only what it computed from the newest version. */
  version: number;
  /** Rises each time a person resumes the mailing: earlier counts are ignored. */
  epoch: number;
  domains: TroubledDomain[];
  /** A person resumed it, and the rows that wait for a domain still have to become due. */
  release: boolean;
}

export const NO_TROUBLE: Readonly<TroubledDomains> = Object.freeze({
  version: 0,
  epoch: 0,
  domains: [],
  release: false,
});

/** No mail of a mailing can be handed over since then. An accepted mail ends it. */
export interface ServerTrouble {
  /** Null: limits of the account, of its sending domain or of all servers are used up. */
  host: string | null;
  /** Without addresses. */
  reply: string;
  class: ReplyClass;
  since: Date;
  next_try_at: Date;
}

const noAudience = {
  members: 0,
  duplicates: 0,
  excluded: 0,
  unsubscribed: 0,
  bounced: 0,
  recipients: 0,
};

/** Members that the freeze counted, left out for each reason, and kept (docs/rules.md 9.17). */
export type AudienceCounts = typeof noAudience;
export const NO_AUDIENCE: Readonly<AudienceCounts> = Object.freeze(noAudience);

export interface Walk {
  /** An index into `recipient_id`. */
  entry: number;
  /** The last member id of that entry. */
  after: number;
  /** The last batch: workers of version 0.1.0 delete later batches when they resume. */
  batch: number;
  /** Batches that were written since others last became ready. All of their rows are stored, so they may be delivered. */
  step?: number[];
}

export interface LastIds {
  contacts: number;
  segment_recipients: number;
}

export const hasWholeAudience = ({ state, walking }: Pick<MailingDocument, 'state' | 'walking'>): boolean =>
  state !== 'freezing' && walking !== true;

/** Mailings with an incomplete audience, as filters: each has an index. */
export const UNOPENED = { state: 'freezing' } as const;
export const WALKING = { walking: true } as const;

/** A link as its author wrote it; `/c/…` redirects to it. */
export interface LinkTarget {
  id: number;
  url: string;
}

/** Content, sender and address: of a single send as they were at its start, of an automation's email as they are when mails go out. */
export interface MailingContent {
  from_name: string;
  from_email: string;
  reply_to: string;
  sender_address: string;
  subject: string;
  preheader: string;
  /** The unsubscribe group's name; absent in mailings from before version 0.2.0. */
  group_name?: string;
  html: string;
  /** False: no pixel, and links are not rewritten. Absent: tracked. */
  tracking?: false;
  /** Hosts of the sending domain; absent: those of the service. */
  link_host?: string;
  return_path_host?: string;
  /** Of a single message: its attachments follow its texts. */
  attached?: true;
  /** The plain text, as JSON of `TextPiece`s; null: none could be derived. Absent in old mailings, for which it is derived again. */
  text?: string | null;
  /** The plain text of its author, with placeholders, in place of `text`. */
  own_text?: string;
}

/**
 * One content for many recipients (a started single send, an email of an automation) or for one (a single message). The engine
 * knows mailings only; key `send-12` is the single send 12, `email-7` the automation schedule 7, `message-5` the single message
 * 5.
 */
export interface MailingDocument {
  _id: string;
  user_id: number;
  single_send_id: number | null;
  automation_id: number | null;
  schedule_id: number | null;
  message_id?: number;
  sender_id: number;
  unsubscribe_group_id: number;
  /** A recipient must still be a member at the hand-over: of an automation with exit criteria. */
  must_be_in: AudienceRef | null;
  content: MailingContent;
  /** Of all its contents so far: links in sent mails never stop working. */
  links: LinkTarget[];
  /** The signing key of its first mails (`common/secrets/signing.ts`); absent in old mailings. */
  key_id?: string | null;
  /** The number of the content; `source` says what it was made from. */
  revision: number;
  source: string | null;
  /** Changes before and after rows are added: a worker that found no open row compares it before closing the mailing. */
  writes: number;
  state: MailingState;
  paused_reason: PauseReason | null;
  paused_detail?: string | null;
  standing?: TroubledDomains;
  brakes?: Brake[];
  server_trouble?: ServerTrouble;
  /** When a person resumed it last: workers try the servers at once. */
  resumed_at?: Date;
  /** A person has mails sent again that bounced with these classes before `at`; a worker still has to reopen them. */
  retry?: { classes: ReplyClass[]; at: Date } | null;
  /** Cancelled or deleted: rows not handed over are skipped. */
  stopped: boolean;
  /** True: the audience is still being walked, and walked rows are delivered (decision 014). */
  walking?: boolean;
  walk: Walk;
  /** The last ids at its start: later members are not walked. Absent in mailings of version 0.1.0. */
  upto?: LastIds;
  freezes?: number;
  audience: AudienceCounts;
  figures: Figures;
  lease_token: string | null;
  lease_until: Date;
  created_at: Date;
  opened_at: Date | null;
  done_at: Date | null;
}

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
// The sweep. Most mailings are done and not indexed.
schema.index({ state: 1 }, { partialFilterExpression: { state: { $in: ['freezing', 'open'] } } });
// The same without single messages, of which there may be many more: the sweep finds these by `messages.look_at`.
schema.index(
  { state: 1, message_id: 1 },
  { partialFilterExpression: { state: { $in: ['freezing', 'open'] } } },
);
schema.index({ walking: 1 }, { partialFilterExpression: { walking: true } });
schema.index({ user_id: 1, single_send_id: 1 });
schema.index({ automation_id: 1 }, { partialFilterExpression: { automation_id: { $gt: 0 } } });

export const Mailing = model<MailingDocument>('Mailing', schema);
