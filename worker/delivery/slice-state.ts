import { envelopeAddress } from '../../common/domain/addresses.ts';
import type { Names } from '../../common/domain/full-name.ts';
import type { MailingContent, MailingDocument } from '../../common/models/mailings.ts';
import { type MailPlaces, takeMailPlaces } from '../../common/quotas/mails.ts';
import { believedStanding } from '../../common/quotas/standing.ts';
import { secretOfMailing } from '../../common/secrets/signing.ts';
import { type ExclusionReason, readExclusions } from '../audience/exclusions.ts';
import type { CompiledMail } from '../compose/compile-mail.ts';
import type { WorkerContext } from '../context.ts';
import type { SliceRecorder } from '../ledger/recorder.ts';
import type { Domain } from '../pace/domains.ts';
import type { Limit } from '../pace/limit.ts';
import { type StandstillWatch, watchStandstill } from '../standstill.ts';
import type { Outcome } from '../transport/outcome.ts';
import { createAside, type RowsAside } from './aside.ts';
import { asFound, type HeldBatch } from './batches.ts';
import { type Intent, steppingIntent, wholeIntent } from './intent.ts';
import { type OpenRow, type Recipient, readContacts, readPeople } from './open-rows.ts';
import { type RefusalWatch, watchRefusals } from './refusals.ts';

/** Milliseconds after which a slice hands over no more mails, so that the next job in the queue gets its turn. */
const SLICE_MS = 2000;

/** What a slice needs of its mailing. */
export type SliceMailing = Pick<
  MailingDocument,
  '_id' | 'user_id' | 'unsubscribe_group_id' | 'must_be_in' | 'revision' | 'key_id'
> & {
  content: Pick<MailingContent, 'from_email'>;
};

/** What is read about a batch's rows before the first is handed over. */
interface Known {
  readonly contacts: ReadonlyMap<number, Recipient>;
  readonly people: ReadonlyMap<number, Names>;
  readonly excluded: ReadonlyMap<string, ExclusionReason>;
  readonly places: MailPlaces;
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
  readonly from: string;
  readonly secret: string;
  readonly recorder: SliceRecorder;
  readonly refusals: RefusalWatch;
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
  /** Its mails under way, by domain. */
  readonly underWay: Map<Domain, number>;
  /** While it gives way to sends that are being started. */
  waiting: Promise<void> | null;
  /** By `performance.now()`. */
  until: number;
  /** The first row that was not begun. */
  next: number;
  /** Mails of the quota that the begun rows have taken. */
  used: number;
  /** Why no server was reached. */
  unreached: Extract<Outcome, { kind: 'unreached' }> | undefined;
  /** Servers refuse our mails to all recipients. */
  refusedUs: boolean;
}

/** Reads what a slice needs to know about a batch's rows. If a query fails, the batch goes back as it was found. */
export async function beginSlice(
  work: SliceWork,
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
): Promise<Slice> {
  const { held, open } = work;
  const { config, semaphore, transport } = worker;
  const known = await asFound(held, () => askAbout(open, mailing, compiled, config));
  const from = envelopeAddress(mailing.content.from_email)!;
  const hold = config.inDoubt === 'hold';
  // Together with the rows that the mark goes ahead, as many as may be in doubt after a crash: twice what may be under way.
  const mostAside = hold ? Math.ceil(semaphore.size / 2) : Number.POSITIVE_INFINITY;
  return {
    ...known,
    ...work,
    mailing,
    compiled,
    worker,
    from,
    secret: secretOfMailing(config, mailing.key_id),
    recorder: worker.recorder.forSlice(),
    refusals: watchRefusals(),
    standstill: watchStandstill(mailing.user_id, config),
    intent: hold ? steppingIntent(held, open, 2 * semaphore.size - mostAside) : wholeIntent,
    aside: createAside(transport.domains),
    mostAside,
    limits: transport.domains.mailingLimits(mailing.user_id, domainOf(from)),
    stuckSince: null,
    underWay: new Map(),
    waiting: null,
    until: performance.now() + SLICE_MS,
    next: 0,
    used: 0,
    unreached: undefined,
    refusedUs: false,
  };
}

async function askAbout(
  open: readonly OpenRow[],
  mailing: SliceMailing,
  { program }: CompiledMail,
  config: WorkerContext['config'],
): Promise<Known> {
  const { limits } = await believedStanding(mailing.user_id, config);
  const addresses = open.map((row) => row.email_norm);
  const [contacts, people, excluded, places] = await Promise.all([
    readContacts(open, program.names),
    readPeople(open),
    readExclusions(mailing, addresses),
    takeMailPlaces(mailing.user_id, open.length, limits.mails_per_day),
  ]);
  return { contacts, people, excluded, places };
}

/** Whether a row whose turn has come may be handed over. */
export const mayHandOver = ({ held, unreached, refusedUs, standstill }: Slice): boolean =>
  !unreached && !refusedUs && !standstill.found() && held.lease.stands();

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
  for (const domain of underWay.keys()) if (domains.isVeryLate(domain, at)) return true;
  return false;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
