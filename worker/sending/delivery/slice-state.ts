import { nothingFound, type Refusal } from '../../../common/audience/suppressed.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import type { Names } from '../../../common/domain/full-name.ts';
import { providersTellIds } from '../../../common/domain/provider-ids.ts';
import type { MailingContent, MailingDocument } from '../../../common/models/mailings.ts';
import { type MessageParts, readMessageParts } from '../../../common/queries/messages.ts';
import { type MailPlaces, takeMailPlaces } from '../../../common/quotas/mails.ts';
import { believedStanding } from '../../../common/quotas/standing.ts';
import { secretOfMailing } from '../../../common/secrets/signing.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { type ExclusionReason, readExclusions } from '../audience/exclusions.ts';
import type { SliceRecorder } from '../ledger/recorder.ts';
import type { Limit } from '../pace/limit.ts';
import type { DkimKey } from '../signing/keys.ts';
import { type StandstillWatch, watchStandstill } from '../standstill.ts';
import type { Outcome } from '../transport/outcome.ts';
import { type Admitted, createAside, type RowsAside } from './aside.ts';
import { asFound, type HeldBatch } from './batches.ts';
import { type SliceReplies, watchReplies } from './domain-replies.ts';
import { type EnvelopeSender, envelopeSender } from './envelope-sender.ts';
import { type Intent, steppingIntent, wholeIntent } from './intent.ts';
import { type OpenRow, type Recipient, readContacts, readPeople } from './open-rows.ts';

/** Milliseconds after which a slice hands over no more mails, so that the next job in the queue gets its turn. */
let sliceMs = 2000;
/** Sets that time; for tests, in which one slice is to come to its end on a busy machine, too. */
export const useSliceMs = (ms: number): void => void (sliceMs = ms);

/** What a slice needs of its mailing. */
export type SliceMailing = Pick<
  MailingDocument,
  | '_id'
  | 'user_id'
  | 'unsubscribe_group_id'
  | 'message_id'
  | 'source'
  | 'must_be_in'
  | 'revision'
  | 'key_id'
  | 'created_at'
  | 'standing'
  | 'brakes'
> & {
  content: Pick<MailingContent, 'from_email'>;
};

/** What is read about a batch's rows before the first is handed over. */
export interface Known {
  readonly contacts: ReadonlyMap<number, Recipient>;
  readonly people: ReadonlyMap<number, Names>;
  readonly excluded: ReadonlyMap<string, ExclusionReason>;
  readonly places: MailPlaces;
  /** What the mail of a single message has of its own; null: the row's contact says it. */
  readonly parts: MessageParts | null;
  /** The keys that sign its mails. */
  readonly keys: readonly DkimKey[];
  /** Addresses of its rows that are suspected. */
  readonly suspected: ReadonlySet<string>;
  /** What rows were refused with whose worker died before it had written that to them. */
  readonly refused: ReadonlyMap<number, Refusal>;
}

/** Whether a slice is the first of a mailing that was just opened. */
export type Turn = 'first' | 'usual';

/** What a slice is to work on. */
export interface SliceWork {
  readonly held: HeldBatch;
  readonly open: readonly OpenRow[];
  /** Whether the batch may have other open rows. */
  readonly isPart: boolean;
  readonly turn: Turn;
}

/** One slice: a leased batch, what is known of its rows, and how far it has come. Its lanes share it. */
export interface Slice extends Known, SliceWork {
  readonly mailing: SliceMailing;
  readonly compiled: CompiledMail;
  readonly worker: WorkerContext;
  /** Whose turn it takes at the semaphore: its mailing's, or of a single message its account's. */
  readonly line: string;
  /** The envelope sender of an attempt of a delivery. */
  readonly fromOf: EnvelopeSender;
  readonly secret: string;
  readonly recorder: SliceRecorder;
  readonly replies: SliceReplies;
  /** Suspected addresses to which a mail was delivered. */
  readonly cleared: string[];
  readonly standstill: StandstillWatch;
  readonly intent: Intent;
  /** Rows that were passed over, because their domain had no room. */
  readonly aside: RowsAside;
  /** With so many the mark of the intent stays: after a crash each of them would be in doubt. */
  readonly mostAside: number;
  /** The limits of its account, and of the domain that it is sent from. */
  readonly limits: readonly Limit[];
  /** Since when the mark has stayed because of rows aside; null: it does not. */
  stuckSince: number | null;
  /** Its rows that were let in and have no outcome yet. */
  readonly underWay: Admitted[];
  /** Whether ids that providers give to mails are stored. */
  readonly tellsIds: boolean;
  /** While it gives way to sends that are being started. */
  waiting: Promise<void> | null;
  /** By `performance.now()`. */
  until: number;
  /** The first row that was not begun. */
  next: number;
  /** Mails of the quota that the begun rows have taken. */
  used: number;
  /** Not 0: rows were left open because their domain defers all mails, and the batch may come again after so many milliseconds. */
  leftMs: number;
  /** Why no server was reached. */
  unreached: Extract<Outcome, { kind: 'unreached' }> | undefined;
}

/** Reads what a slice needs to know about a batch's rows. If a query fails, the batch goes back as it was found. */
export async function beginSlice(
  work: SliceWork,
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
): Promise<Slice> {
  const { held, open } = work;
  const { config, semaphore } = worker;
  const known = await asFound(held, () => askAbout(open, mailing, compiled, worker));
  const intent =
    config.inDoubt === 'hold'
      ? steppingIntent(held, open, 2 * semaphore.total - mostAsideOf(worker))
      : wholeIntent;
  return newSlice(work, mailing, compiled, worker, known, intent);
}

/** Together with the rows that the mark goes ahead, as many as may be in doubt after a crash: twice what may be under way. */
const mostAsideOf = ({ config, semaphore }: WorkerContext): number =>
  config.inDoubt === 'hold' ? Math.ceil(semaphore.total / 2) : Number.POSITIVE_INFINITY;

/** A slice of whose rows all is known. `intent`: which of them may be handed over already. */
export function newSlice(
  work: SliceWork,
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
  known: Known,
  intent: Intent,
): Slice {
  const { config, transport } = worker;
  const secret = secretOfMailing(config, mailing.key_id);
  return {
    ...known,
    ...work,
    mailing,
    compiled,
    worker,
    line: mailing.message_id === undefined ? mailing._id : `messages of ${mailing.user_id}`,
    fromOf: envelopeSender(mailing.content.from_email, secret, config),
    secret,
    recorder: worker.recorder.forSlice(mailing),
    replies: watchReplies(mailing),
    cleared: [],
    standstill: watchStandstill(mailing.user_id, config),
    intent,
    aside: createAside(transport.domains),
    mostAside: mostAsideOf(worker),
    limits: transport.domains.mailingLimits(
      mailing.user_id,
      domainOf(mailing.content.from_email.toLowerCase()),
    ),
    stuckSince: null,
    underWay: [],
    tellsIds: providersTellIds(config),
    waiting: null,
    until: performance.now() + sliceMs,
    next: 0,
    used: 0,
    leftMs: 0,
    unreached: undefined,
  };
}

async function askAbout(
  open: readonly OpenRow[],
  mailing: SliceMailing,
  { program }: CompiledMail,
  { config, mailKeys }: WorkerContext,
): Promise<Known> {
  const { limits } = await believedStanding(mailing.user_id, config);
  const addresses = open.map((row) => row.email_norm);
  const also = nothingFound();
  const [contacts, people, parts, excluded, places, keys] = await Promise.all([
    readContacts(open, program.names),
    readPeople(open),
    mailing.message_id === undefined ? null : readMessageParts(mailing.message_id),
    readExclusions(mailing, addresses, also),
    takeMailPlaces(mailing.user_id, open.length, limits.mails_per_day),
    mailKeys.of(mailing.user_id, mailing.content.from_email),
  ]);
  return { contacts, people, parts, excluded, places, keys, ...also };
}

/** Whether a row whose turn has come may be handed over. */
export const mayHandOver = ({ held, unreached, replies, standstill }: Slice): boolean =>
  !unreached && !replies.stop() && !standstill.found() && held.lease.stands();

/** Whether each row was begun or put off. */
export const isThrough = ({ next, open, aside }: Slice): boolean => next === open.length && aside.size === 0;

/** Whether another row may be begun. */
export const mayBegin = (slice: Slice): boolean =>
  !isThrough(slice) &&
  slice.used < slice.places.count &&
  mayHandOver(slice) &&
  !slice.worker.stopping.aborted &&
  !slice.recorder.failed() &&
  (performance.now() < slice.until || isHeldUp(slice));

/** Its time is over, and yet it can't end before a mail that is very late: it goes on with other rows meanwhile. */
function isHeldUp({ underWay, worker }: Slice): boolean {
  const { domains } = worker.transport;
  const at = domains.clock();
  return underWay.some(({ domain }) => domains.isVeryLate(domain, at));
}
