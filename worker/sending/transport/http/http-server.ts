import type { MailServer, MailServerOptions, Traits } from '../mail-server.ts';
import { aborted, answered, type Fault, type Handover, type OutgoingMail, ownRefusal } from '../outcome.ts';
import { wireAddress } from '../smtp/addresses.ts';
import { NO_RECIPIENT, NO_SMTPUTF8, TOO_LARGE } from '../smtp/transaction.ts';
import { listenForAbort, onAbort, putInLine, type WaitingMail } from '../waiting-mails.ts';
import type { ProviderUrl } from './endpoint.ts';
import { ApiConnections } from './exchange.ts';
import type { PostResult } from './one-request.ts';
import type { ApiMail, ApiProvider, Posting } from './provider.ts';

type HttpServerOptions = MailServerOptions & Pick<ProviderUrl, 'base' | 'name'>;

interface PostingJob extends WaitingMail {
  readonly prepared: ApiMail;
  readonly signal: AbortSignal | undefined;
}

/** The most bytes of messages in one request, unless a single message has more. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Milliseconds for which a request in doubt is repeated, and between two tries: from 1 s, twice as long each time. */
const REPEAT_MS = 90_000;
const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

/** A batch has the mails that wait when a connection becomes free, so no mail waits for others to fill one. */
export class HttpServer implements MailServer {
  readonly name: string;
  readonly traits: Traits;
  readonly atOnce: number;
  readonly #provider: ApiProvider;
  readonly #options: HttpServerOptions;
  readonly #exchange: ApiConnections;
  /** Repeats have their own connections, so that others need not wait for a provider that hangs at one request. */
  readonly #repeats: ApiConnections;
  readonly #waiting: PostingJob[] = [];
  #busy = 0;
  #open = 0;
  /** When the next request may begin, by `performance.now()`, and the timer for it. */
  #nextAt = 0;
  #pause: NodeJS.Timeout | null = null;
  #closed: (() => void) | null = null;

  constructor(provider: ApiProvider, options: HttpServerOptions) {
    this.name = options.name;
    this.traits = provider.traits;
    this.atOnce = options.connections * provider.traits.batch;
    this.#provider = provider;
    this.#options = options;
    this.#exchange = new ApiConnections(options);
    this.#repeats = new ApiConnections(options);
  }

  deliver(mail: OutgoingMail, signal?: AbortSignal): Promise<Handover> {
    if (signal?.aborted) return Promise.resolve(aborted());
    const prepared = prepareForApi(mail, this.#provider.largest);
    if ('kind' in prepared) return Promise.resolve(prepared);
    return new Promise((resolve) => {
      const job: PostingJob = { mail, prepared, signal, resolve };
      listenForAbort(job, signal, this.#abort);
      this.#open += 1;
      putInLine(this.#waiting, job);
      this.#pump();
    });
  }

  giveBack(fault: Fault, reason: string): void {
    this.#settle(this.#waiting.splice(0), () => ({ kind: 'lost', fault, reason, opening: false }));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      this.#pump();
    });
    this.#exchange.close();
    this.#repeats.close();
  }

  #pump(): void {
    const { connections, workers } = this.#options;
    const { batch, rate } = this.traits;
    while (this.#busy < connections && this.#waiting.length > 0 && this.#pause === null) {
      const wait = this.#nextAt - performance.now();
      if (wait > 0) {
        this.#pause = setTimeout(() => {
          this.#pause = null;
          this.#pump();
        }, wait);
        return;
      }
      // Mails are paced before they come here; requests with several mails are paced here.
      if (batch > 1 && rate > 0) this.#nextAt = performance.now() + (Math.max(1, workers()) * 1000) / rate;
      this.#busy += 1;
      void this.#run(this.#takeBatch());
    }
    if (this.#open === 0) this.#closed?.();
  }

  #takeBatch(): PostingJob[] {
    let bytes = 0;
    let count = 0;
    while (count < Math.min(this.traits.batch, this.#waiting.length)) {
      bytes += this.#waiting[count]!.prepared.message.length;
      if (count > 0 && bytes > MOST_BYTES) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #run(jobs: readonly PostingJob[]): Promise<void> {
    await this.#handAll(jobs);
    this.#busy -= 1;
    this.#pump();
  }

  async #handAll(jobs: readonly PostingJob[]): Promise<void> {
    const byMail = new Map(jobs.map((job) => [job.prepared, job]));
    for (const posting of await this.#postingsOf(jobs)) {
      const some = posting.mails.map((mail) => byMail.get(mail)!);
      const { signal } = some[0]!;
      const handovers = await this.#hand(this.#exchange, posting, signal);
      if (some.length > 1 && handovers.every(isDeferral)) {
        // One message of the batch may be the cause.
        for (const job of some) await this.#handAll([job]);
      } else if (posting.request.repeatable && handovers.some(({ kind }) => kind === 'in_doubt')) {
        void this.#repeat(posting, handovers, signal).then((last) => this.#settle(some, (at) => last[at]!));
      } else {
        this.#settle(some, (at) => handovers[at]!);
      }
    }
  }

  /** A message that cannot be read is refused, without affecting the others of its batch. */
  async #postingsOf(jobs: readonly PostingJob[]): Promise<readonly Posting[]> {
    try {
      return await this.#provider.postings(jobs.map(({ prepared }) => prepared));
    } catch (error) {
      if (jobs.length > 1) return (await Promise.all(jobs.map((job) => this.#postingsOf([job])))).flat();
      this.#settle(jobs, () => unreadable(error));
      return [];
    }
  }

  #settle(jobs: readonly PostingJob[], handover: (at: number) => Handover): void {
    for (const [at, job] of jobs.entries()) {
      this.#open -= 1;
      job.resolve(handover(at));
    }
    if (this.#open === 0) this.#closed?.();
  }

  async #hand(
    by: ApiConnections,
    { request, mails }: Posting,
    signal?: AbortSignal,
  ): Promise<readonly Handover[]> {
    return readBy(this.#provider, mails, await by.post(request, mails[0]!.mail.messageId, signal));
  }

  /** With its key: the provider takes no mail twice. Returns `first` if there is no answer in time. */
  async #repeat(
    posting: Posting,
    first: readonly Handover[],
    signal?: AbortSignal,
  ): Promise<readonly Handover[]> {
    const until = performance.now() + REPEAT_MS;
    for (let ms = FIRST_MS; performance.now() + ms < until; ms = Math.min(2 * ms, LONGEST_MS)) {
      await sleep(ms, signal);
      if (signal?.aborted) break;
      const handovers = await this.#hand(this.#repeats, posting, signal);
      if (handovers.every(isFinal)) return handovers;
    }
    return first;
  }

  /** A mail in a request cannot be taken back here; the request itself is aborted. One function for all mails. */
  readonly #abort = (job: PostingJob): void => {
    const at = this.#waiting.indexOf(job);
    if (at !== -1) this.#settle(this.#waiting.splice(at, 1), aborted);
  };
}

const unreadable = (error: unknown): Handover => {
  const reply = `The message cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return answered(ownRefusal(reply, null, { class: 'content', rule: 'own-composing' }));
};

const isDeferral = (handover: Handover): boolean =>
  handover.kind === 'lost' && handover.deferral !== undefined;

/** The provider has decided: another request would get the same answer. */
const isFinal = (handover: Handover): boolean =>
  handover.kind === 'answered' && handover.answer.kind !== 'deferred';

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      forget?.();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = signal && onAbort(signal, end);
  });

function readBy(
  provider: ApiProvider,
  mails: readonly ApiMail[],
  exchanged: PostResult,
): readonly Handover[] {
  if (exchanged.kind === 'answered') return provider.read(exchanged.answer, mails);
  const same: Handover = exchanged.kind === 'lost' ? exchanged : { ...exchanged, bytesFree: true };
  return mails.map(() => same);
}

/** Prepares a mail for a provider. If its API cannot take the mail, returns the result without a request: another server may. */
function prepareForApi(mail: OutgoingMail, largest: number): ApiMail | Handover {
  const to = wireAddress(mail.to);
  const message = mail.unsigned ?? mail.raw;
  if (!to) return answered(ownRefusal('the recipient is not an e-mail address', null, NO_RECIPIENT));
  if (to.international) {
    const reply = 'The address needs SMTPUTF8 (RFC 6531), which the provider does not offer';
    return { kind: 'unable', answer: ownRefusal(reply, '5.6.7', NO_SMTPUTF8) };
  }
  if (message.length > largest) {
    const reply = `the mail has ${message.length} bytes, and the provider takes ${largest}`;
    return { kind: 'unable', answer: ownRefusal(reply, '5.3.4', TOO_LARGE) };
  }
  return { mail, to: to.text, message };
}
