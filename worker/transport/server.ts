import type { OpenLine } from './connect.ts';
import { OpeningFailed } from './connect.ts';
import { onAbort } from './on-abort.ts';
import { aborted, type Fault, type Handover, type OutgoingMail } from './outcome.ts';
import { createSession, type Session } from './session.ts';

/** One mail server with its pool of lines. */
export interface Server {
  /** Hands a mail over on the next free line; opens lines as they are wanted. Does not reject. */
  deliver(mail: OutgoingMail, signal?: AbortSignal): Promise<Handover>;
  /** Gives the mails back that wait for a line, for another server to take them. */
  giveBack(fault: Fault, reason: string): void;
  /** Ends the idle lines now and the others as soon as their mail is through. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly open: () => Promise<OpenLine>;
  readonly connections: number;
  readonly timeoutMs: number;
}

interface Job {
  readonly mail: OutgoingMail;
  resolve: (handover: Handover) => void;
  session: Session | null;
  retried: boolean;
}

/** Milliseconds after which a server that refused a further line is asked for one more. */
const GROW_AFTER = 10_000;

/**
 * While no line is known to work only one is tried, so that a server that is away, or a password that is wrong, costs
 * one attempt and not as many as there are connections. A server that has enough of us (421 to a further line) keeps
 * the lines it has.
 */
export function createServer({ open, connections, timeoutMs }: ServerOptions): Server {
  const waiting: Job[] = [];
  const free: Session[] = [];
  /** Lines with one mail on its way, which take the next one along once no line is free and none more can be had. */
  const busy = new Set<Session>();
  let sessions = 0;
  let opening = 0;
  let limit = connections;
  let growAt = 0;
  let closed: (() => void) | null = null;

  function pump(): void {
    while (waiting.length > 0) {
      const session = free.pop();
      if (!session) break;
      if (!session.gone) void run(waiting.shift() as Job, session);
    }
    if (limit < connections && waiting.length > 0 && Date.now() >= growAt) {
      limit += 1;
      growAt = Date.now() + GROW_AFTER;
    }
    // What was learnt of the limit came from a server that worked.
    if (sessions === 0) limit = connections;
    const room = sessions === 0 ? 1 : limit - sessions;
    while (opening < Math.min(room, waiting.length)) void openOne();
    if (room <= 0) {
      for (const session of busy) {
        if (waiting.length === 0) break;
        void run(waiting.shift() as Job, session);
      }
    }
    if (closed && sessions === 0 && opening === 0 && waiting.length === 0) closed();
  }

  async function openOne(): Promise<void> {
    opening += 1;
    try {
      const line = await open();
      sessions += 1;
      const session = createSession(line, timeoutMs, () => {
        sessions -= 1;
        busy.delete(session);
        pump();
      });
      opening -= 1;
      release(session);
    } catch (error) {
      opening -= 1;
      openingFailed(error);
      pump();
    }
  }

  function openingFailed(error: unknown): void {
    if (sessions + opening > 0) {
      limit = Math.max(1, sessions + opening);
      growAt = Date.now() + GROW_AFTER;
      return;
    }
    const fault = error instanceof OpeningFailed ? error.fault : 'connection';
    giveBack(fault, error instanceof Error ? error.message : String(error), true);
  }

  function giveBack(fault: Fault, reason: string, failedToOpen: boolean): void {
    for (const job of waiting.splice(0)) {
      job.resolve({ kind: 'lost', fault, reason, stale: false, opening: failedToOpen });
    }
  }

  async function run(job: Job, session: Session): Promise<void> {
    job.session = session;
    const handedOver = session.deliver(job.mail);
    if (session.load === 1) busy.add(session);
    else busy.delete(session);
    const handover = await handedOver;
    job.session = null;
    if (handover.kind === 'lost' && handover.stale && !job.retried) {
      job.retried = true;
      waiting.unshift(job);
      pump();
    } else {
      job.resolve(handover);
    }
    release(session);
  }

  function release(session: Session): void {
    if (session.gone) return;
    if (session.load === 0) {
      busy.delete(session);
      if (closed && waiting.length === 0) return session.quit();
      free.push(session);
    } else if (session.load === 1) {
      busy.add(session);
    }
    pump();
  }

  function abort(job: Job): void {
    if (job.session) return job.session.abort();
    const at = waiting.indexOf(job);
    if (at === -1) return;
    waiting.splice(at, 1);
    job.resolve(aborted());
  }

  return {
    deliver(mail, signal) {
      if (signal?.aborted) return Promise.resolve(aborted());
      return new Promise((resolve) => {
        const job: Job = { mail, resolve, session: null, retried: false };
        if (signal) {
          const forget = onAbort(signal, () => abort(job));
          job.resolve = (handover) => {
            forget();
            resolve(handover);
          };
        }
        waiting.push(job);
        pump();
      });
    },
    giveBack: (fault, reason) => giveBack(fault, reason, false),
    close() {
      return new Promise((resolve) => {
        closed = resolve;
        for (const session of free.splice(0)) session.quit();
        pump();
      });
    },
  };
}
