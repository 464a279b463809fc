import { GroupWriter } from '../../../common/batching/group-writer.ts';
import { recordEvents, tellContacts } from '../../../common/changes/engagement.ts';
import { now } from '../../../common/clock.ts';
import type { Config } from '../../../common/config.ts';
import type { FetchKind } from '../../../common/domain/fetches.ts';
import type { Logger } from '../../../common/log.ts';
import type { TokenSubject } from '../../../common/queries/token-rows.ts';
import { isOutage } from '../../../common/store/outages.ts';
import { createGateways, type VisitorEvent } from './gateways.ts';
import type { Visitor } from './visitors.ts';

const REST_MS = 1000;
/** Maximum events that wait for the store: about 20 MB. Later ones are lost and reported. */
const MOST = 100_000;
/** Maximum events of one write, unless a group has more: about 10 ms of the event loop, in which no click is answered. */
const AT_ONCE = 500;

/** Openings, clicks and unsubscribes, written to the ledger in groups (decision 011). */
export function createTracking({ ms, events: most }: Config['tracking'], log: Logger) {
  const marksFor = createGateways();
  let lost = 0;
  const writer = new GroupWriter<VisitorEvent, void>(
    { most, ms, atOnce: Math.max(AT_ONCE, most), retryMs: REST_MS },
    write,
    (error) => {
      if (isOutage(error, log)) return;
      log.warn(
        { err: error, waiting: writer.waiting, lost },
        'opens and clicks not written; they are written again',
      );
    },
  );

  function take(event: VisitorEvent): void {
    if (writer.waiting >= MOST) lost += 1;
    else writer.add(event);
  }

  async function write(events: readonly VisitorEvent[], again: boolean): Promise<void> {
    const mails = await recordEvents(events, again);
    for (const mark of marksFor(events, mails)) writer.add(mark);
    await tellContacts(mails).catch((error: unknown) => {
      if (isOutage(error, log)) return;
      log.warn(
        { err: error, mails: mails.length },
        'opens and clicks not passed on to contacts and webhooks',
      );
    });
  }

  return {
    /** Takes a fetch of the pixel or a link. It is written within the window; the caller does not wait. */
    note: (
      kind: Exclude<FetchKind, 'gateway'>,
      { account, id }: TokenSubject,
      visitor: Visitor,
      link = 0,
    ): void => {
      const { client, network, agent, from } = visitor;
      take({ kind, account, id, at: now().getTime(), client, network, agent, link, from });
    },
    /** Takes an unsubscribe; resolves once it is stored durably, together with other events. */
    async unsubscribe({ account, id }: TokenSubject): Promise<void> {
      writer.add({ kind: 'unsubscribe', account, id, at: now() });
      const failure = await writer.flush();
      if (failure !== undefined) throw failure;
    },
    async flush(): Promise<void> {
      await writer.flush();
    },
    async close(): Promise<void> {
      await writer.close();
      const left = writer.waiting + lost;
      if (left > 0) log.error({ lost: left }, 'opens and clicks lost at shutdown');
    },
  };
}

export type Tracking = ReturnType<typeof createTracking>;

declare module '../../http/endpoint.ts' {
  interface Service {
    readonly tracking: Tracking;
  }
}
