import type { ClientSession } from 'mongodb';
import mongoose from 'mongoose';
import { isLate, LATE_WRITE_MS } from '../batching/late.ts';
import { grouped } from '../domain/grouped.ts';
import { RoundRobin } from '../fairness/turns.ts';
import { insertNamed } from './bulk-insert.ts';
import { checkOwner, type Filter, ownFilter, type Rows, type Update } from './collection.ts';
import { database } from './connection.ts';
import { commit, DURABLE, OPEN_MS, UnknownOutcome } from './transactions.ts';

export interface Insert {
  /** As MongoDB names it. */
  readonly collection: string;
  readonly document: object;
}

export function insertOf<Stored extends object>(rows: Rows<Stored>, document: NoInfer<Stored>): Insert {
  checkOwner(rows, [document]);
  return { collection: rows.name, document };
}

/** A change of one document that the filter must find: otherwise nothing of its work is stored. */
interface DocumentChange {
  readonly collection: string;
  readonly filter: object;
  readonly update: object;
}

export const documentChange = <Stored extends object>(
  rows: Rows<Stored>,
  filter: Filter<Stored>,
  update: Update<Stored>,
): DocumentChange => ({ collection: rows.name, filter: ownFilter(rows, filter), update });

/** Writes of an account that are stored all or not at all. */
export interface Work {
  readonly userId: number;
  readonly inserts: readonly Insert[];
  readonly change?: DocumentChange;
  /** Called after the writes, before the commit. */
  readonly written?: () => Promise<void>;
}

/** Nothing of this work is stored; it is to be tried in a transaction of its own. */
export class NotTogether extends Error {}

/** Pieces of work and bytes of a transaction; larger work is stored alone. */
const MOST = 64;
const MOST_BYTES = 2 ** 20;

interface WaitingWork {
  /** The account. */
  readonly key: number;
  readonly work: Work;
  readonly bytes: number;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** An account with a thousand pieces of work delays another's by one group at most. */
const waiting = new RoundRobin<number, WaitingWork>();
let isUnderWay = false;

let kept: ClientSession | undefined;

/** The session of all groups of this process. When a call of a dead process is taken over, its transaction is ended by the session's id. */
export function sessionOfGroups(): ClientSession {
  if (!kept || kept.hasEnded) kept = mongoose.connection.getClient().startSession();
  return kept;
}

/**
 * Stores a small piece of work durably. Work that arrives while a group is stored forms the next group: a transaction costs about
 * as much for sixty as for one. Throws {@link NotTogether} if the group failed, and {@link UnknownOutcome}.
 */
export function storeTogether(work: Work): Promise<void> {
  return new Promise((stored, failed) => {
    waiting.add({ key: work.userId, work, bytes: bytesOf(work), stored, failed });
    if (!isUnderWay) void storeGroups();
  });
}

const bytesOf = ({ inserts }: Work): number =>
  inserts.reduce((sum, { document }) => sum + mongoose.mongo.BSON.calculateObjectSize(document), 0);

async function storeGroups(): Promise<void> {
  isUnderWay = true;
  while (waiting.size > 0) {
    // The connection of a late group may be dead. The next group does not wait for it and uses a session of its own.
    if (await isLate(storeAndTell(nextGroup()), LATE_WRITE_MS)) kept = undefined;
  }
  isUnderWay = false;
}

async function storeAndTell(group: readonly WaitingWork[]): Promise<void> {
  try {
    const works = group.map(({ work }) => work);
    await storeGroup(sessionOfGroups(), works);
    for (const { stored } of group) stored();
  } catch (error) {
    const told =
      error instanceof UnknownOutcome ? error : new NotTogether('a group was not stored', { cause: error });
    for (const { failed } of group) failed(told);
  }
}

/** One of each account in turn. */
function nextGroup(): WaitingWork[] {
  const group: WaitingWork[] = [];
  let bytes = 0;
  const mayGo = (one: WaitingWork): true | null =>
    group.length === 0 || (group.length < MOST && bytes + one.bytes <= MOST_BYTES) || null;
  for (let one = waiting.next(mayGo); one; one = waiting.next(mayGo)) {
    bytes += one.bytes;
    group.push(one);
  }
  return group;
}

async function storeGroup(session: ClientSession, works: readonly Work[]): Promise<void> {
  const began = performance.now();
  session.startTransaction(DURABLE);
  try {
    const changes = works.flatMap(({ change }) => (change ? [change] : []));
    for (const [collection, same] of grouped(changes, (one) => one.collection))
      await changeWithin(session, collection, same);
    await insertAll(
      session,
      works.flatMap(({ inserts }) => inserts),
    );
    await Promise.all(works.flatMap(({ written }) => (written ? [written()] : [])));
    if (performance.now() - began > OPEN_MS) throw new Error('a group of writes was open for too long');
    await commit(session);
  } finally {
    if (session.inTransaction()) await session.abortTransaction().catch(() => {});
    // It was late and was replaced.
    if (session !== kept) await session.endSession();
  }
}

/** One command for each collection. */
export async function insertAll(session: ClientSession, inserts: readonly Insert[]): Promise<void> {
  for (const [collection, same] of grouped(inserts, (one) => one.collection)) {
    await insertNamed(
      session,
      collection,
      same.map(({ document }) => document),
    );
  }
}

/** Throws if a document is not as its filter requires. */
async function changeWithin(
  session: ClientSession,
  collection: string,
  changes: readonly DocumentChange[],
): Promise<void> {
  const updates = changes.map(({ filter, update }) => ({ q: filter, u: update }));
  const command = { update: collection, updates, ordered: true };
  const { n } = await database().command(command, { session });
  if (n !== changes.length) throw new Error(`${changes.length - n} documents changed meanwhile or are gone`);
}
