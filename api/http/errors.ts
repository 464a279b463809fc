import { randomUUID } from 'node:crypto';
import type { Context, DefaultState, Next } from 'koa';
import type { Logger } from '../../common/log.ts';
import { mongodbAway } from '../../common/outages.ts';
import { PasswordsBusy } from '../../common/passwords.ts';
import { isStoreAway } from '../../common/store-away.ts';
import { contract } from '../contract.ts';
import { failed } from './envelope.ts';
import { Failure, type FieldTexts, malformed, notFound, serverError, storeAway } from './failures.ts';

/**
 * The outermost layer: gives each request an id, writes every failure of every layer in the contract's envelope, and
 * logs one line a request. What we do not know says nothing outside and everything in the log.
 */
export function answerFailures(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const id = randomUUID();
    const started = performance.now();
    ctx.state = stateOf(log, id);
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
        request: id,
        method: ctx.method,
        // The route, never the path: paths of pages carry tokens.
        route: ctx.state.route ?? ctx.routerPath ?? ctx._matchedRoute ?? null,
        status: ctx.status,
        user_id: ctx.state.userId,
        ms: performance.now() - started,
      },
      'request',
    );
  };
}

/** A request's state: with a log of its own, made where somebody writes to it, as most write nothing. */
function stateOf(log: Logger, request: string): DefaultState {
  let own: Logger | undefined;
  return {
    get log() {
      own ??= log.child({ request });
      return own;
    },
  };
}

/** A target that is no URL: Koa only finds out when it is first asked for the path. */
function checkTarget(ctx: Context): void {
  try {
    void ctx.path;
  } catch {
    throw malformed();
  }
}

/** What no route answered: the path is unknown, or known with other methods (OPTIONS has no use here either). */
function unrouted(ctx: Context): Failure {
  const layers: readonly { methods: readonly string[] }[] = ctx.matched ?? [];
  const allowed = new Set(layers.flatMap((layer) => layer.methods));
  if (allowed.size === 0 || allowed.has(ctx.method)) return notFound(pathHint(ctx));
  return new Failure(405, 'Method Not Allowed', { Allow: [...allowed].join(', ') });
}

const PATHS: ReadonlySet<string> = new Set(Object.values(contract).map(({ path }) => `/api${path}`));

/** Of a path that would be there without the slash at its end. */
function pathHint({ path }: Context): FieldTexts | null {
  const bare = path.replace(/\/$/, '');
  return bare !== path && PATHS.has(bare) ? { path: [`Write ${bare}: paths end without a slash.`] } : null;
}

/** What an error answers; one that is no Failure says nothing outside, and everything in the log. */
export function failureOf(error: unknown, log: Logger): Failure {
  if (error instanceof Failure) return error;
  if (isStoreAway(error)) {
    mongodbAway(error, log);
    return storeAway();
  }
  // A process checks so many passwords at once and no more: they take 128 MiB each.
  if (error instanceof PasswordsBusy) return storeAway();
  const { status, code } = error as { status?: unknown; code?: unknown };
  // An upload lies on our own disk while it is received; once there is room it can be sent again.
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    log.error({ err: error }, 'the disk is full (TMPDIR)');
    return storeAway();
  }
  // Koa's own refusals of what a client sent, such as a path that is no URL.
  if (status === 400) return malformed();
  log.error({ err: error }, 'request failed');
  return serverError();
}

function write(ctx: Context, failure: Failure): void {
  if (ctx.headerSent) {
    // Half an answer is out: a broken list must not look whole.
    ctx.res.destroy();
    return;
  }
  ctx.status = failure.status;
  ctx.set(failure.headers);
  ctx.body = failed(failure.errors, failure.hints);
}
