import { randomUUID } from 'node:crypto';
import type { Context, DefaultState, Next } from 'koa';
import { PasswordsBusy } from '../../common/accounts/passwords.ts';
import { atMostEvery } from '../../common/batching/at-most-every.ts';
import type { Config } from '../../common/config.ts';
import { nearestName } from '../../common/domain/near-names.ts';
import type { Logger } from '../../common/log.ts';
import { SealedForGood } from '../../common/secrets/data-keys.ts';
import { isTransient } from '../../common/store/connection.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isAnswering } from '../../common/store/patience.ts';
import { isStoreAway, StoreBusy } from '../../common/store/store-away.ts';
import { UnknownOutcome } from '../../common/store/transactions.ts';
import { contract } from '../contract.ts';
import { loggedAddress } from './client-address.ts';
import { failed } from './envelope.ts';
import {
  Failure,
  type FieldTexts,
  inUse,
  malformed,
  serverError,
  storeAway,
  wrongMethod,
} from './failures.ts';
import { countFailure } from './metrics.ts';

/** The outermost middleware. It answers every failure in the envelope. Details of an unknown error appear only in the log. */
export function answerFailures(log: Logger, addresses: Config['logAddresses'] = 'network') {
  return async (ctx: Context, next: Next): Promise<void> => {
    const id = randomUUID();
    const started = performance.now();
    ctx.state = stateOf(log, id, () => loggedAddress(ctx, addresses));
    ctx.res.setHeader('X-Request-Id', id);
    ctx.res.setHeader('Cache-Control', 'no-store');
    try {
      checkTarget(ctx);
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw unrouted(ctx);
    } catch (error) {
      write(ctx, failureOf(error, ctx.state.log));
    }
    logAnswer(log, () => ({
      request_id: id,
      method: ctx.method,
      route: ctx.state.route ?? ctx.routerPath ?? ctx._matchedRoute ?? null,
      status: ctx.status,
      user_id: ctx.state.userId ?? null,
      address: ctx.state.address,
      ms: Math.round(performance.now() - started),
    }));
  };
}

interface AnswerLine {
  readonly request_id: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly user_id: number | null;
  readonly address: string | null;
  readonly ms: number;
}

/** The line of a request. It is made only if the log has lines of this level. */
export function logAnswer(log: Logger, line: () => AnswerLine): void {
  if (!log.isLevelEnabled('info')) return;
  const { request_id, method, route, status, user_id, address, ms } = line();
  log.info(
    {
      request_id,
      method,
      // The route, not the path: paths of pages contain tokens.
      route,
      status,
      user_id,
      address,
      ms,
    },
    'request answered',
  );
}

/** The log of a request is created on first use, because most requests log nothing. */
function stateOf(log: Logger, request_id: string, addressOf: () => string | null): DefaultState {
  let own: Logger | undefined;
  return {
    get log() {
      own ??= log.child({ request_id });
      return own;
    },
    /** The client's address as the log may have it. */
    get address() {
      return addressOf();
    },
  };
}

/** Koa parses the URL only when the path is first read; this throws a 400 for an invalid one. */
function checkTarget(ctx: Context): void {
  try {
    void ctx.path;
  } catch {
    throw malformed();
  }
}

/** The failure of a request without a route: unknown path, or wrong method (OPTIONS is not supported). */
function unrouted(ctx: Context): Failure {
  const layers: readonly { methods: readonly string[] }[] = ctx.matched ?? [];
  const allowed = new Set(layers.flatMap((layer) => layer.methods));
  if (allowed.size === 0 || allowed.has(ctx.method))
    return new Failure(404, 'Not Found', {}, pathHint(ctx), 'no_such_path');
  return wrongMethod(allowed);
}

const PATHS: ReadonlySet<string> = new Set(Object.values(contract).map(({ path }) => `/api${path}`));
/** Characters of a path that is compared with others; the longest has 45. */
const PATH_MAX = 60;

function pathHint({ path }: Context): FieldTexts | null {
  if (path.length > PATH_MAX) return null;
  const bare = path.replace(/\/$/, '');
  if (bare !== path && PATHS.has(bare)) return { path: [`Write ${bare}: paths end without a slash.`] };
  const full = bare.toLowerCase().startsWith('/api/') ? bare : `/api${bare}`;
  const record = /^(.+)\/\d{1,15}$/.exec(full)?.[1];
  const near =
    record === undefined ? null : (nearestName(`${record}/details`, PATHS) ?? nearestName(record, PATHS));
  if (near !== null) return { path: [`Write ${near}: an id is an input, not a part of the path.`] };
  const meant = nearestName(full, PATHS);
  return meant === null ? null : { path: [`Write ${meant}.`] };
}

/** Seconds after which a client may repeat a call that found this process overloaded. */
const BUSY_SECONDS = 5;

/** Whether the store answers, and the connections of this process were in use for too long. */
const isOverload = (error: unknown): boolean =>
  error instanceof StoreBusy ||
  (error instanceof Error && error.name === 'MongoWaitQueueTimeoutError' && isAnswering());

const mayTellOverload = atMostEvery(60_000);

/** The answer to an error. An error that is not a Failure is logged in full and answered without details. */
export function failureOf(error: unknown, log: Logger): Failure {
  if (error instanceof Failure) return error;
  if (isOverload(error)) {
    if (mayTellOverload())
      log.warn({ err: error }, 'too many calls for the connections to MongoDB; some are answered with 429');
    return inUse(BUSY_SECONDS, 'Calls of all accounts that ask MongoDB at once');
  }
  if (isStoreAway(error)) {
    mongodbAway(error, log);
    return storeAway();
  }
  // Writes to the same documents met for seconds, or a commit is not confirmed.
  if (isTransient(error) || error instanceof UnknownOutcome) return storeAway();
  // A process checks few passwords at a time, because each check takes 32 MiB.
  if (error instanceof PasswordsBusy) return inUse(BUSY_SECONDS, 'Passwords that are checked at once');
  // A process with ACCEPT_MISSING_KEYS cannot read data that a missing key encrypts.
  if (error instanceof SealedForGood) {
    log.error({ err: error }, 'data key cannot be opened; the request is answered with 503');
    return storeAway();
  }
  const { status, code } = error as { status?: unknown; code?: unknown };
  // Uploads use our disk. Once it has space again, the client can resend.
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    log.error({ err: error }, 'disk of TMPDIR full; the request is answered with 503');
    return storeAway();
  }
  // Refusals by Koa, for example of a path that is not a URL.
  if (status === 400) return malformed();
  log.error({ err: error }, 'unexpected error; the request is answered with 500');
  return serverError();
}

function write(ctx: Context, failure: Failure): void {
  countFailure(failure.code);
  if (ctx.headerSent) {
    // Part of the answer was sent: cut the connection, so that an incomplete list does not look complete.
    ctx.res.destroy();
    return;
  }
  ctx.status = failure.status;
  // Of the body that this one replaces.
  ctx.remove('Content-Encoding');
  ctx.set(failure.headers);
  ctx.body = failed(failure);
}
