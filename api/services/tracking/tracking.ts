import { recordEvents, tellContacts } from '../../../common/changes/engagement.ts';
import { now } from '../../../common/clock.ts';
import type { Config } from '../../../common/config.ts';
import type { FetchKind } from '../../../common/domain/fetches.ts';
import type { Logger } from '../../../common/log.ts';
import { warnOf } from '../../../common/store/outages.ts';
import { createGateways, type VisitorEvent } from './gateways.ts';
import type { Visitor } from './visitors.ts';

/** What recipients do with their mails, on its way to the ledger in groups (decision 011). */
export interface Tracking {
  /** Takes a fetch of the pixel or a link. It is written within the window; the caller does not wait for that. */
  note(kind: Exclude<FetchKind, 'gateway'>, deliveryId: number, visitor: Visitor, link?: number): void;
  /** Takes an unsubscribe; resolves once it is written for good, with whatever else came meanwhile. */
  unsubscribe(deliveryId: number): Promise<void>;
  /** Writes what is there by now. */
  flush(): Promise<void>;
  /** Writes what is there, once and for all: nothing is taken after it. */
  close(): Promise<void>;
}

/** Milliseconds before another try, while the store does not take a group. */
const REST_MS = 1000;
/** Events that wait for a store that is away, some 20 MB; later ones are lost, and said to be. */
const MOST = 100_000;
/** Events of one write, also where more wait: some 50 ms of the event loop. */
const AT_ONCE = 2000;

export function createTracking({ ms, events: most }: Config['tracking'], log: Logger): Tracking {
  const gateways = createGateways();
  let waiting: VisitorEvent[] = [];
  /** Whether the first of them may be written already. */
  let again = false;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Resolves to what the write failed with, or to nothing. */
  let writing: Promise<unknown> | null = null;
  let closed = false;

  function take(event: VisitorEvent): void {
    if (waiting.length >= MOST) lost += 1;
    else waiting.push(event);
    if (writing) return;
    if (waiting.length >= most) begin();
    else timer ??= setTimeout(begin, ms);
  }

  /** One group at a time: what comes meanwhile is the next. */
  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().then(
      () => after(ms),
      (error: unknown) => {
        warnOf(error, log, 'openings and clicks could not be written yet', { waiting: waiting.length, lost });
        after(REST_MS);
        return error;
      },
    );
  }

  function after(rest: number): void {
    writing = null;
    if (closed || waiting.length === 0) return;
    if (rest === ms && waiting.length >= most) begin();
    else timer ??= setTimeout(begin, rest);
  }

  async function write(): Promise<void> {
    const group = waiting.slice(0, AT_ONCE);
    waiting = waiting.slice(AT_ONCE);
    try {
      const mails = await recordEvents(group, again);
      again = false;
      waiting.push(...gateways.marksFor(group, mails));
      await tellContacts(mails).catch((error: unknown) => {
        warnOf(error, log, 'contacts were not told of openings and clicks', { mails: mails.length });
      });
    } catch (error) {
      waiting = [...group, ...waiting];
      again = true;
      throw error;
    }
  }

  /** Writes what waits by now. Answers what it failed with. */
  async function flush(): Promise<unknown> {
    const last = waiting.at(-1);
    const waits = (): boolean => last !== undefined && waiting.includes(last);
    let failure: unknown;
    // A group on its way was taken before what is there now …
    await writing;
    do {
      if (waiting.length > 0) begin();
      // … which another caller that waited may have begun to write.
      failure = await writing;
    } while (!failure && waits());
    return failure;
  }

  return {
    note: (kind, id, { client, network, agent, from }, link = 0) =>
      take({ kind, id, at: now().getTime(), client, network, agent, link, from }),
    async unsubscribe(id) {
      const event: VisitorEvent = { kind: 'unsubscribe', id, at: now() };
      waiting.push(event);
      const failure = await flush();
      if (waiting.includes(event)) throw failure;
    },
    async flush() {
      await flush();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      // A write may add marks.
      while (!(await flush()) && waiting.length > 0);
      if (waiting.length + lost > 0)
        log.error({ lost: waiting.length + lost }, 'openings and clicks are lost');
    },
  };
}

declare module '../../http/endpoint.ts' {
  interface Service {
    /** Records opens and clicks. */
    readonly tracking: Tracking;
  }
}
