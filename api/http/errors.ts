import { randomUUID } from 'node:crypto';
import type { Context, DefaultState, Next } from 'koa';
import { PasswordsBusy } from '../../common/accounts/passwords.ts';
import type { Config } from '../../common/config.ts';
import type { Logger } from '../../common/log.ts';
import { SealedForGood } from '../../common/secrets/data-keys.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { contract } from '../contract.ts';
import { loggedAddress } from './client-address.ts';
import { failed } from './envelope.ts';
import { Failure, type FieldTexts, malformed, notFound, serverError, storeAway } from './failures.ts';

/**
 * The outermost middleware. It gives each request an id, answers every failure of any layer in the contract's envelope, and
 * logs one line a request. An unknown error tells the client nothing; the log has everything.
 */
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
    log.info(
      {
        request_id: id,
        method: ctx.method,
        // The route, never the path: the paths of pages contain tokens.
        route: ctx.state.route ?? ctx.routerPath ?? ctx._matchedRoute ?? null,
        status: ctx.status,
        user_id: ctx.state.userId ?? null,
        address: ctx.state.address,
        ms: Math.round(performance.now() - started),
      },
      'request answered',
    );
  };
}

/** The state of a request. Its log is created on first use, since most requests log nothing. */
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

/** Checks that the target is a URL. Koa would notice it only when the path is first read. */
function checkTarget(ctx: Context): void {
  try {
    void ctx.path;
  } catch {
    throw malformed();
  }
}

/**
 * The failure for a request that no route answered: the path is unknown, or does not have this method (OPTIONS is not
 * supported).
 */
function unrouted(ctx: Context): Failure {
  const layers: readonly { methods: readonly string[] }[] = ctx.matched ?? [];
  const allowed = new Set(layers.flatMap((layer) => layer.methods));
  if (allowed.size === 0 || allowed.has(ctx.method)) return notFound(pathHint(ctx));
  return new Failure(405, 'Method Not Allowed', { Allow: [...allowed].join(', ') });
}

const PATHS: ReadonlySet<string> = new Set(Object.values(contract).map(({ path }) => `/api${path}`));

/** A hint for a path that would exist without its trailing slash. */
function pathHint({ path }: Context): FieldTexts | null {
  const bare = path.replace(/\/$/, '');
  return bare !== path && PATHS.has(bare) ? { path: [`Write ${bare}: paths end without a slash.`] } : null;
}

/** The answer to an error. An error that is not a Failure tells the client nothing and is logged completely. */
export function failureOf(error: unknown, log: Logger): Failure {
  if (error instanceof Failure) return error;
  if (isStoreAway(error)) {
    mongodbAway(error, log);
    return storeAway();
  }
  // A process checks only a few passwords at once, because each check takes 128 MiB.
  if (error instanceof PasswordsBusy) return storeAway();
  // A program that started with ACCEPT_MISSING_KEYS can not read what this key protects.
  if (error instanceof SealedForGood) {
    log.error({ err: error }, 'data key cannot be opened; the request is answered with 503');
    return storeAway();
  }
  const { status, code } = error as { status?: unknown; code?: unknown };
  // An upload is on our own disk while it is received. When there is room, the client can send it again.
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    log.error({ err: error }, 'disk of TMPDIR full; the request is answered with 503');
    return storeAway();
  }
  // Koa's own refusals, for example of a path that is not a URL.
  if (status === 400) return malformed();
  log.error({ err: error }, 'unexpected error; the request is answered with 500');
  return serverError();
}

function write(ctx: Context, failure: Failure): void {
  if (ctx.headerSent) {
    // Part of the answer has been sent: an incomplete list must not look complete.
    ctx.res.destroy();
    return;
  }
  ctx.status = failure.status;
  ctx.set(failure.headers);
  ctx.body = failed(failure.errors, failure.hints);
}
