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

/** The store accepted a query and never answered. */
export class StoreHangs extends Error {}

/** The store answers, but this process has more queries for it than connections. */
export class StoreBusy extends Error {}

/**
 * The driver's errors for an unreachable server, or one that cannot take the command, with all derived classes: a cleared pool is
 * a network error, a failed server selection a system error.
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

/** Not exported by the driver. */
const AWAY_NAMES: ReadonlySet<string> = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError']);

/** Labels by which driver or server mark an error as retryable. */
const AWAY_LABELS = [
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.ResetPool,
  MongoErrorLabel.PoolRequestedRetry,
  MongoErrorLabel.InterruptInUseConnections,
  MongoErrorLabel.SystemOverloadedError,
];

/** MongoDB's codes for "not now": unreachable, stepping or shutting down, lost cursor, no majority in time, full disk. */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 43, 50, 64, 89, 91, 100, 133, 189, 9001, 10107, 11600, 11601, 11602, 13435, 13436, 14031,
]);

/** Socket errors during a write, which the driver passes on unchanged. Those of a read become network errors. */
const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ETIMEDOUT',
]);

/** Whether the store is away, in contrast to a wrong query of ours. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, errorResponse } = error as Error & { code?: unknown; errorResponse?: unknown };
  // A bulk write wraps the error that stopped it.
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
