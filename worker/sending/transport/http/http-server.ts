import type { MailServer } from '../mail-server.ts';
import { onAbort } from '../on-abort.ts';
import { aborted, type Fault, type Handover } from '../outcome.ts';
import { createExchange, type Exchange, type Exchanged } from './exchange.ts';
import { answered } from './meanings.ts';
import { prepareForApi } from './prepare.ts';
import type { ApiMail, Posting, Provider } from './provider.ts';

interface HttpServerOptions {
  readonly name: string;
  readonly base: URL;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly workers: () => number;
  /** Requests a second over all workers; 0: not limited. */
  readonly rate: number;
}

interface Job {
  readonly mail: ApiMail;
  readonly signal: AbortSignal | undefined;
  resolve: (handover: Handover) => void;
}

/** Bytes of messages in one request at most, unless one message alone has more. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Milliseconds for which a request that is in doubt is repeated, and between two tries: from 1 s, twice as long each time. */
const REPEAT_MS = 90_000;
const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

/**
 * A service that takes mails by HTTP: at most `connections` requests at a time. A batch is what waits when a connection becomes free, so a
 * mail never waits for others to fill one.
 */
export function createHttpServer(provider: Provider, options: HttpServerOptions): MailServer {
  const { name, base, connections, timeoutMs, workers, rate } = options;
  const { traits } = provider;
  const exchange = createExchange({ base, connections, timeoutMs });
  /** Repeats have connections of their own: others need not wait for a provider that hangs at one request. */
  const repeats = createExchange({ base, connections, timeoutMs });
  const waiting: Job[] = [];
  let busy = 0;
  /** Mails that have no outcome yet. */
  let open = 0;
  /** When the next request may begin, by `performance.now()`, and the timer for it. */
  let nextAt = 0;
  let pause: NodeJS.Timeout | null = null;
  let closed: (() => void) | null = null;

  function pump(): void {
    while (busy < connections && waiting.length > 0 && pause === null) {
      const wait = nextAt - performance.now();
      if (wait > 0) {
        pause = setTimeout(() => {
          pause = null;
          pump();
        }, wait);
        return;
      }
      // Mails are paced before they come here; requests with several mails are paced here.
      if (traits.batch > 1 && rate > 0) nextAt = performance.now() + (Math.max(1, workers()) * 1000) / rate;
      busy += 1;
      void run(takeBatch());
    }
    if (closed && open === 0) closed();
  }

  function takeBatch(): Job[] {
    let bytes = 0;
    let count = 0;
    while (count < Math.min(traits.batch, waiting.length)) {
      bytes += waiting[count]!.mail.message.length;
      if (count > 0 && bytes > MOST_BYTES) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function run(jobs: readonly Job[]): Promise<void> {
    await handAll(jobs);
    busy -= 1;
    pump();
  }

  async function handAll(jobs: readonly Job[]): Promise<void> {
    const byMail = new Map(jobs.map((job) => [job.mail, job]));
    for (const posting of await postingsOf(jobs)) {
      const some = posting.mails.map((mail) => byMail.get(mail)!);
      const handovers = await hand(exchange, posting, some[0]!.signal);
      if (some.length > 1 && handovers.every(isDeferral)) {
        // One message of the batch may be the cause.
        for (const job of some) await handAll([job]);
      } else if (posting.request.repeatable && handovers.some(({ kind }) => kind === 'in_doubt')) {
        void repeated(posting, handovers, some[0]!.signal).then((last) => settle(some, (at) => last[at]!));
      } else {
        settle(some, (at) => handovers[at]!);
      }
    }
  }

  /** A message that can't be read is refused, and is no trouble for the others of its batch. */
  async function postingsOf(jobs: readonly Job[]): Promise<readonly Posting[]> {
    try {
      return await provider.postings(jobs.map(({ mail }) => mail));
    } catch (error) {
      if (jobs.length > 1) return (await Promise.all(jobs.map((job) => postingsOf([job])))).flat();
      settle(jobs, () => unreadable(error));
      return [];
    }
  }

  function settle(jobs: readonly Job[], handover: (at: number) => Handover): void {
    for (const [at, job] of jobs.entries()) {
      open -= 1;
      job.resolve(handover(at));
    }
    if (closed && open === 0) closed();
  }

  async function hand(
    by: Exchange,
    { request, mails }: Posting,
    signal?: AbortSignal,
  ): Promise<readonly Handover[]> {
    return readBy(provider, mails, await by.post(request, mails[0]!.mail.messageId, signal));
  }

  /**
   * Asks again about mails in doubt, with the same key: the provider answers as it would have, and takes none twice. `first` is the result
   * where it says nothing in time.
   */
  async function repeated(
    posting: Posting,
    first: readonly Handover[],
    signal?: AbortSignal,
  ): Promise<readonly Handover[]> {
    const until = performance.now() + REPEAT_MS;
    for (let ms = FIRST_MS; performance.now() + ms < until; ms = Math.min(2 * ms, LONGEST_MS)) {
      await sleep(ms, signal);
      if (signal?.aborted) break;
      const handovers = await hand(repeats, posting, signal);
      if (handovers.every(isFinal)) return handovers;
    }
    return first;
  }

  return {
    name,
    traits,
    atOnce: connections * traits.batch,
    deliver(mail, signal) {
      if (signal?.aborted) return Promise.resolve(aborted());
      const prepared = prepareForApi(mail, provider.largest);
      if ('kind' in prepared) return Promise.resolve(prepared);
      return new Promise((resolve) => {
        const job: Job = { mail: prepared, signal, resolve };
        if (signal) {
          const forget = onAbort(signal, () => abort(job));
          job.resolve = (handover) => {
            forget();
            resolve(handover);
          };
        }
        open += 1;
        // Urgent mails stand before all others, in their order.
        const behind = mail.urgent ? waiting.findIndex((one) => !one.mail.mail.urgent) : -1;
        if (behind === -1) waiting.push(job);
        else waiting.splice(behind, 0, job);
        pump();
      });
    },
    giveBack: (fault, reason) => giveBack(fault, reason),
    close() {
      return new Promise((resolve) => {
        closed = () => {
          exchange.close();
          repeats.close();
          resolve();
        };
        pump();
      });
    },
  };

  function giveBack(fault: Fault, reason: string): void {
    settle(waiting.splice(0), () => ({ kind: 'lost', fault, reason, opening: false }));
  }

  /** A mail in a request is not taken back here: the request is aborted itself. */
  function abort(job: Job): void {
    const at = waiting.indexOf(job);
    if (at !== -1) settle(waiting.splice(at, 1), aborted);
  }
}

const unreadable = (error: unknown): Handover =>
  answered({
    kind: 'refused',
    reply: `The message can not be read: ${error instanceof Error ? error.message : String(error)}`,
    code: null,
    class: 'content',
    rule: 'own-composing',
    bytesFree: true,
  });

/** The connection was lost in the middle of the request. */
const isDeferral = (handover: Handover): boolean =>
  handover.kind === 'lost' && handover.deferral !== undefined;

/** The provider has decided: another request would get the same answer. */
const isFinal = (handover: Handover): boolean =>
  handover.kind === 'answered' && handover.answer.kind !== 'deferred';

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      forget?.();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = signal && !signal.aborted ? onAbort(signal, end) : undefined;
  });

function readBy(provider: Provider, mails: readonly ApiMail[], exchanged: Exchanged): readonly Handover[] {
  if (exchanged.kind === 'answered') return provider.read(exchanged.answer, mails);
  const same: Handover = exchanged.kind === 'lost' ? exchanged : { ...exchanged, bytesFree: true };
  return mails.map(() => same);
}
