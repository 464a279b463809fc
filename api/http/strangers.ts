import type { Context, Next } from 'koa';
import { network } from '../../common/domain/network.ts';
import { Budget } from '../../common/fairness/budget.ts';
import { tooMany } from './failures.ts';
import { createLateRefusals } from './late-refusals.ts';

/** Seconds of requests that a network may send at once: a page of the console asks for some twenty files. */
const BURST_SECONDS = 2;
/** A file that is kept in memory counts as this part of a request. */
const READY = 1 / 4;

/** Requests without keys, by network or by the signed mail of a link, in this process. `rate`: requests a second; 0: no limit. */
export function createStrangers(rate: number) {
  const visits = new Budget<string>({ each: rate * BURST_SECONDS, refill: rate / 1000 });
  const fits = (key: string, weight: number): boolean => rate === 0 || visits.left(key) >= weight;
  return {
    fits: (key: string): boolean => fits(key, 1),
    /** False: the key has sent too many. */
    count(key: string, weight = 1): boolean {
      if (!fits(key, weight)) return false;
      if (rate > 0) visits.add(key, weight);
      return true;
    },
    giveBack(key: string, weight: number): void {
      if (rate > 0) visits.add(key, -weight);
    },
  };
}

export type Strangers = ReturnType<typeof createStrangers>;

export const HEALTH_PATHS = /^\/(?:healthz|readyz)$/;

/** Requests that the limit by network does not count. Each row has its reason. */
export const UNCOUNTED: readonly { readonly methods?: readonly string[]; readonly path: RegExp }[] = [
  // Proxies of mail providers open and check the links of many mails. They are counted by mail.
  { path: /^\/[oc]\/[^/]+$/ },
  // They cost next to nothing, and a platform stops a process that does not answer them.
  { path: HEALTH_PATHS },
  // RFC 8058: mail providers send many from one network.
  { methods: ['POST'], path: /^\/unsubscribe\/[^/]+$/ },
];

const FILES = /^\/(?:console\/assets|docs\/client|images|logos|media)\/|^\/(?:docs|openapi\.json)$/;

const isCounted = ({ method, path }: Context): boolean =>
  !UNCOUNTED.some((row) => row.path.test(path) && (row.methods?.includes(method) ?? true));

/**
 * Limits all requests that reach pages, and begins one in a turn of the event loop, so that calls go between them. A 304 counts nothing.
 * Throws a 429; repeated ones are late.
 */
export function limitStrangers(strangers: Strangers) {
  const refusals = createLateRefusals();
  let last: Promise<unknown> = Promise.resolve();
  const nextTurn = (): Promise<unknown> => {
    last = last.then(() => new Promise(setImmediate));
    return last;
  };
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!isCounted(ctx)) return next();
    const key = network(ctx.ip);
    const weight = FILES.test(ctx.path) ? READY : 1;
    if (!strangers.count(key, weight)) {
      await refusals.wait(key);
      throw tooMany(1, 'Requests of a network for pages');
    }
    await nextTurn();
    await next();
    if (ctx.status === 304) strangers.giveBack(key, weight);
  };
}
