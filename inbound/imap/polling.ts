import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../common/log.ts';
import { mailboxFailuresMetric } from '../metrics.ts';
import type { MailTaker } from '../receiver.ts';
import { type MailboxSettings, readMailbox } from './mailbox.ts';
import { mailboxPlace } from './mailbox-url.ts';

const [FIRST_MS, LAST_MS] = [1000, 300_000];
/** A connection that lasted so many milliseconds worked: the next try follows soon. */
const WORKED_MS = 60_000;

export type PollingSettings = MailboxSettings & { readonly url: string };

/** Reads a mailbox on one connection until it is stopped. After a failure the wait doubles, up to five minutes. */
export function startPolling(
  { url, ...settings }: PollingSettings,
  receiver: MailTaker,
  log: Logger,
  firstMs = FIRST_MS,
): { stop(): Promise<void> } {
  const place = mailboxPlace(url);
  const stopping = new AbortController();

  async function run(): Promise<void> {
    for (let wait = firstMs; !stopping.signal.aborted; wait = Math.min(LAST_MS, 2 * wait)) {
      const began = performance.now();
      try {
        await readMailbox(place, settings, receiver, log, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) break;
        mailboxFailuresMetric.inc();
        log.warn(
          { err: readable(error), imap_host: place.host },
          'bounce mailbox cannot be read; it is tried again',
        );
      }
      if (performance.now() - began > WORKED_MS) wait = firstMs;
      await delay(wait * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** An error without imapflow's additions: the command, and with it perhaps the password. */
function readable(error: unknown): Error {
  const { message, code, responseText } = error as Error & { code?: unknown; responseText?: unknown };
  const said = typeof responseText === 'string' ? `: ${responseText.slice(0, 200)}` : '';
  return Object.assign(new Error(`${message}${said}`), typeof code === 'string' && { code });
}
