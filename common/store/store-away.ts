import mongoose from 'mongoose';

const {
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoStalePrimaryError,
  MongoSystemError,
  MongoTopologyClosedError,
} = mongoose.mongo;

/** The store took a question and never answered. */
export class StoreHangs extends Error {}

/**
 * The driver's errors of a server that can't be reached, or is none that takes this, with all that derive from them: a pool
 * that was cleared is a network error, no server in time a system error.
 */
const AWAY_CLASSES = [
  StoreHangs,
  MongoNetworkError,
  MongoSystemError,
  MongoStalePrimaryError,
  MongoOperationTimeoutError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  mongoose.Error.MongooseServerSelectionError,
] as const;

/** Those that the driver does not export, by their names. */
const AWAY_NAMES: ReadonlySet<string> = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);

/** What the driver, or the server, says of errors of any class: it may be there for another try. */
const AWAY_LABELS = [
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.ResetPool,
  MongoErrorLabel.PoolRequestedRetry,
  MongoErrorLabel.InterruptInUseConnections,
  MongoErrorLabel.SystemOverloadedError,
];

/**
 * What MongoDB says where it can not take this now: it is not reached, it steps down or shuts down and interrupts what is under way,
 * it has lost a cursor by that, a majority was not had in time, its disk is full.
 */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 43, 50, 64, 89, 91, 100, 133, 189, 9001, 10107, 11600, 11601, 11602, 13435, 13436, 14031,
]);

/** Errors of a socket during a write, which the driver passes on as they are: those of a read it makes network errors. */
const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
]);

/** Whether an error says that the store is away rather than that we asked something wrong. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, errorResponse } = error as Error & { code?: unknown; errorResponse?: unknown };
  // A bulk write wraps whatever broke it off.
  if (errorResponse instanceof Error) return isStoreAway(errorResponse);
  return (
    AWAY_CLASSES.some((away) => error instanceof away) ||
    AWAY_NAMES.has(name) ||
    (error instanceof MongoError && AWAY_LABELS.some((label) => error.hasErrorLabel(label))) ||
    AWAY_CODES.has(code) ||
    SOCKET_CODES.has(code) ||
    (name === 'MongooseError' && /buffering timed out|before initial connection/.test(error.message))
  );
}
