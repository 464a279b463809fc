import type { ServerRefusal } from '../../../common/audience/suppressed.ts';
import type { CompiledMail } from '../../../common/compose/compile-mail.ts';
import { returnDomainOf } from '../../../common/content/mail-source.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import type { PersonNames } from '../../../common/domain/full-name.ts';
import { providersTellIds } from '../../../common/domain/provider-ids.ts';
import type { MessageParts } from '../../../common/queries/messages.ts';
import type { MailPlaces } from '../../../common/quotas/mails.ts';
import { secretOfMailing } from '../../../common/secrets/signing.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import type { ExclusionReason } from '../audience/exclusions.ts';
import type { SliceRecorder } from '../ledger/recorder.ts';
import { mailingLine } from '../mail-turns.ts';
import { isVeryLate } from '../pace/domain.ts';
import type { Limit } from '../pace/limit.ts';
import type { DkimKey } from '../signing/keys.ts';
import { type StandstillWatch, watchStandstill } from '../standstill.ts';
import type { Outcome } from '../transport/outcome.ts';
import { type AdmittedRow, RowsAside } from './aside.ts';
import { SliceReplies } from './domain-replies.ts';
import { type EnvelopeSender, envelopeSender } from './envelope-sender.ts';
import { type Intent, steppingIntent, wholeIntent } from './intent.ts';
import type { HeldBatch } from './lease-batches.ts';
import type { ReadMailing } from './mailing-owner.ts';
import type { OpenRow, Recipient } from './open-rows.ts';

/** Milliseconds after which a slice hands over no more mails, so that the next job in the queue gets its turn. */
let sliceMs = 2000;
/** While other sends start, a first slice has this many times as long, so that it also completes a small send on a busy machine. */
const FIRST_TIMES = 2.5;
/** For tests in which one slice must finish on a busy machine. */
export const useSliceMs = (ms: number): void => void (sliceMs = ms);

export interface SliceFacts {
  readonly contacts: ReadonlyMap<number, Recipient>;
  readonly people: ReadonlyMap<number, PersonNames>;
  readonly excluded: ReadonlyMap<string, ExclusionReason>;
  readonly places: MailPlaces;
  /** The values and attachments of a single message; null: the row's contact has the values. */
  readonly parts: MessageParts | null;
  readonly keys: readonly DkimKey[];
  readonly suspected: ReadonlySet<string>;
  /** Refusals that a worker had not written to these rows when it died. */
  readonly refused: ReadonlyMap<number, ServerRefusal>;
}

interface Letter {
  readonly compiled: CompiledMail;
  readonly secret: string;
  readonly fromOf: EnvelopeSender;
  readonly tellsIds: boolean;
  readonly pool: string | null;
}

interface SliceRows {
  readonly open: readonly OpenRow[];
  readonly isPart: boolean;
  next: number;
  readonly intent: Intent;
  readonly aside: RowsAside;
  /** The mark of the intent stops at this many rows aside, because after a crash each of them would be in doubt. */
  readonly mostAside: number;
  stuckSince: number | null;
  readonly limits: readonly Limit[];
}

interface Progress {
  until: number;
  /** Resolves when the slice need not yield any longer; null: it does not yield. */
  waiting: Promise<void> | null;
  readonly underWay: AdmittedRow[];
  used: number;
  /** Milliseconds until the batch may come again for rows whose domain defers all mails; 0: none. */
  leftMs: number;
  unreached: Extract<Outcome, { kind: 'unreached' }> | undefined;
  /** A server accepted a mail. */
  reached: boolean;
  readonly cleared: string[];
  /** Permanent refusals for a reason that no rule knows. */
  readonly unknown: { readonly row: OpenRow; readonly domain: string; readonly reply: string }[];
}

export interface Slice {
  readonly worker: WorkerContext;
  readonly held: HeldBatch;
  readonly mailing: ReadMailing;
  readonly isFirst: boolean;
  /** The key of its turns at the semaphore: its account with its mailing, or with all single messages. */
  readonly line: string;
  readonly known: SliceFacts;
  readonly letter: Letter;
  readonly rows: SliceRows;
  readonly recorder: SliceRecorder;
  readonly replies: SliceReplies;
  readonly standstill: StandstillWatch;
  readonly progress: Progress;
}

type Beginning = Pick<Slice, 'worker' | 'held' | 'mailing' | 'isFirst' | 'known'> &
  Pick<SliceRows, 'open'> &
  Partial<Pick<SliceRows, 'isPart'>> & {
    readonly compiled: CompiledMail;
    /** It is the first slice of its send, and other sends start, too. */
    readonly hasMoreTime?: boolean;
    /** A separate write has marked all of its rows as intent already. */
    readonly isMarked?: boolean;
  };

export function newSlice({
  compiled,
  open,
  isPart = false,
  hasMoreTime = false,
  isMarked = false,
  ...slice
}: Beginning): Slice {
  const { worker, held, mailing } = slice;
  const { config, semaphore, transport } = worker;
  const isHeld = config.inDoubt === 'hold';
  const secret = secretOfMailing(config, mailing.key_id);
  const fromEmail = mailing.content.from_email;
  // Rows aside and rows ahead of the mark are together at most twice the mails under way: so many rows can be in doubt after a crash.
  const mostAside = isHeld ? Math.ceil(semaphore.total / 2) : Number.POSITIVE_INFINITY;
  return {
    ...slice,
    line: mailingLine(mailing.user_id, mailing.message_id === undefined ? mailing._id : 'messages'),
    letter: {
      compiled,
      secret,
      fromOf: envelopeSender(fromEmail, secret, returnDomainOf(mailing.content, config)),
      tellsIds: providersTellIds(config),
      pool: transport.poolOf(mailing.user_id, domainOf(fromEmail.toLowerCase())),
    },
    rows: {
      open,
      isPart,
      next: 0,
      intent: isHeld && !isMarked ? steppingIntent(held, open, 2 * semaphore.total - mostAside) : wholeIntent,
      aside: new RowsAside(transport.domains),
      mostAside,
      stuckSince: null,
      limits: transport.domains.mailingLimits(mailing.user_id, domainOf(fromEmail.toLowerCase())),
    },
    recorder: worker.recorder.forSlice(mailing),
    replies: new SliceReplies(mailing),
    standstill: watchStandstill(mailing.user_id, config),
    progress: {
      until: performance.now() + (hasMoreTime ? FIRST_TIMES * sliceMs : sliceMs),
      waiting: null,
      underWay: [],
      used: 0,
      leftMs: 0,
      unreached: undefined,
      reached: false,
      cleared: [],
      unknown: [],
    },
  };
}

export const mayHandOver = ({ held, progress, replies, standstill }: Slice): boolean =>
  !progress.unreached && !replies.stop() && !standstill.found() && held.lease.stands();

export const isThrough = ({ rows: { next, open, aside } }: Slice): boolean =>
  next === open.length && aside.size === 0;

export const hasPlace = ({ progress, known }: Slice): boolean => progress.used < known.places.count;

export const mayBegin = (slice: Slice): boolean =>
  mayTake(slice) && !slice.recorder.failed() && (performance.now() < slice.progress.until || isHeldUp(slice));

/** Whether a lane that has waited for its turn may take a row. It may, even if the time of the slice is over. */
export const mayTake = (slice: Slice): boolean =>
  !isThrough(slice) && hasPlace(slice) && mayHandOver(slice) && !slice.worker.stopping.aborted;

/** Whether a very late mail keeps the slice from ending. The slice then continues with other rows. */
function isHeldUp({ progress: { underWay }, worker }: Slice): boolean {
  const { domains } = worker.transport;
  const at = domains.clock();
  return underWay.some(({ domain }) => isVeryLate(domain, at));
}
