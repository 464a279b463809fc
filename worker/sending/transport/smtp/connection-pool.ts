import type { Standing } from '../../pace/line.ts';
import type { MailServer } from '../mail-server.ts';
import { onAbort } from '../on-abort.ts';
import { aborted, type Fault, type Handover, type OutgoingMail, whileRead } from '../outcome.ts';
import { SMTP_TRAITS } from '../traits.ts';
import type { OpenLine } from './connect.ts';
import { OpeningFailed } from './connect.ts';
import { createSession, type Session } from './session.ts';

interface PoolOptions {
  readonly name: string;
  readonly open: () => Promise<OpenLine>;
  readonly connections: number;
  readonly timeoutMs: number;
}

interface Job {
  readonly mail: OutgoingMail;
  resolve: (handover: Handover) => void;
  session: Session | null;
  /** Why it was lost is found out on another connection. */
  retried: boolean;
  /** How often the server closed its connection because of the mail before. */
  moved: number;
  readonly standing: Standing;
}

/** After so many times a mail whose connection is closed because of others counts as lost. */
const MOST_MOVES = 20;
/**
 * While others wait, mails that have been unanswered for this share of the timeout hold at most this share of the connections. So silent
 * recipients delay other mails for 10 s by default, and not for a minute.
 */
const SILENT = { time: 1 / 6, connections: 1 / 2 };
/** No mail waits on a connection behind one that has been unanswered for so many milliseconds. */
const STUCK_MS = 1000;
/** Milliseconds between two looks at that, while mails wait. */
const LOOK_MS = 500;
/** Milliseconds after which a server that refused another connection is asked for one more. */
const GROW_AFTER = 10_000;

/**
 * While no connection is known to work, only one is tried. So a server that is away, or a wrong password, costs one
 * attempt instead of one for each connection. A server that refuses further connections (421) keeps those it has.
 */
export function createConnectionPool({ name, open, connections, timeoutMs }: PoolOptions): MailServer {
  const waiting: Job[] = [];
  const free: Session[] = [];
  /** Connections with one mail under way. They take a second mail when no connection is free and no more can be opened. */
  const busy = new Set<Session>();
  /** The same, where nothing is known of the mail's domain. They take a second mail while that is so for all of them. */
  const unsure = new Set<Session>();
  /** Connections with a mail that has been unanswered for {@link STUCK_MS}. */
  const stuck = new Set<Session>();
  /** Those whose mail has been unanswered for so long that it may be given up. */
  const tardy = new Set<Session>();
  /** When such a mail was answered after all, by `Date.now()`. */
  let answeredLateAt = Number.NEGATIVE_INFINITY;
  /** What the last mail of a connection is. */
  const last = new WeakMap<Session, Standing>();
  /** Mails under way of domains of which something is known. */
  let known = 0;
  const sessions = new Set<Session>();
  let opening = 0;
  let look: NodeJS.Timeout | null = null;
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
    // The limit was learnt while the server worked, so it is forgotten with the last connection.
    if (sessions.size === 0) limit = connections;
    const room = sessions.size === 0 ? 1 : limit - sessions.size;
    while (opening < Math.min(room, waiting.length)) void openOne();
    if (room <= 0) {
      for (const session of busy) {
        if (waiting.length === 0) break;
        void run(waiting.shift() as Job, session);
      }
      if (known === 0) {
        for (const session of unsure) {
          if (waiting.length === 0) break;
          void run(waiting.shift() as Job, session);
        }
      }
    }
    if (waiting.length > 0) watch();
    if (closed && sessions.size === 0 && opening === 0 && waiting.length === 0) closed();
  }

  function watch(): void {
    look ??= setTimeout(freeSilent, LOOK_MS).unref();
  }

  /**
   * Frees the mails that wait behind unanswered ones. Gives up the oldest of the unanswered ones where they hold more connections than they
   * may.
   */
  function freeSilent(): void {
    look = null;
    let isFollowed = false;
    for (const session of sessions) {
      isFollowed ||= session.load === 2;
      const ms = session.silentMs();
      if (ms > Math.min(STUCK_MS, timeoutMs * SILENT.time)) {
        stuck.add(session);
        takesNone(session);
        session.takeBack();
      }
      if (ms > timeoutMs * SILENT.time) tardy.add(session);
    }
    if (waiting.length === 0 && !isFollowed) return;
    watch();
    // A server that takes so long for each mail is not silent at some.
    if (waiting.length === 0 || Date.now() - answeredLateAt < timeoutMs) return;
    const most = Math.floor(limit * SILENT.connections);
    const oldest = [...tardy].sort((a, b) => b.silentMs() - a.silentMs());
    for (const session of oldest.slice(0, Math.max(0, tardy.size - most))) session.giveUp();
  }

  async function openOne(): Promise<void> {
    opening += 1;
    try {
      const line = await open();
      const session = createSession(line, { server: name, timeoutMs }, () => {
        sessions.delete(session);
        stuck.delete(session);
        tardy.delete(session);
        takesNone(session);
        pump();
      });
      opening -= 1;
      if (!session.gone) sessions.add(session);
      release(session);
    } catch (error) {
      opening -= 1;
      openingFailed(error);
      pump();
    }
  }

  function openingFailed(error: unknown): void {
    if (sessions.size + opening > 0) {
      limit = Math.max(1, sessions.size + opening);
      growAt = Date.now() + GROW_AFTER;
      return;
    }
    const fault = error instanceof OpeningFailed ? error.fault : 'connection';
    giveBack(fault, error instanceof Error ? error.message : String(error), true);
  }

  function giveBack(fault: Fault, reason: string, failedToOpen: boolean): void {
    for (const job of waiting.splice(0)) {
      job.resolve({ kind: 'lost', fault, reason, opening: failedToOpen });
    }
  }

  async function run(job: Job, session: Session): Promise<void> {
    job.session = session;
    const handedOver = session.deliver(job.mail, job.retried);
    last.set(session, job.standing);
    if (job.standing !== 'unsure') known += 1;
    if (session.load === 1) takesSecond(session);
    else {
      takesNone(session);
      watch();
    }
    const handover = await handedOver;
    job.session = null;
    if (job.standing !== 'unsure') known -= 1;
    const isMoved = handover.kind === 'lost' && handover.bystander === true && job.moved < MOST_MOVES;
    if (isMoved || (handover.kind === 'lost' && handover.unclear && !job.retried)) {
      if (isMoved) job.moved += 1;
      else job.retried = true;
      waiting.unshift(job);
      pump();
    } else {
      job.resolve(job.retried ? whileRead(handover) : handover);
    }
    release(session);
  }

  function release(session: Session): void {
    if (session.gone) return;
    if (session.load === 0) {
      if (stuck.size > 0) answered(session);
      takesNone(session);
      if (closed && waiting.length === 0) return session.quit();
      free.push(session);
    } else if (session.load === 1) {
      takesSecond(session);
    }
    pump();
  }

  /** The mail of a connection, which may be a late one, was answered. */
  function answered(session: Session): void {
    stuck.delete(session);
    if (tardy.delete(session)) answeredLateAt = Date.now();
  }

  /** A connection has one mail under way. Nothing waits behind a mail whose domain is slow, or that is not answered. */
  function takesSecond(session: Session): void {
    if (stuck.size > 0 && stuck.has(session)) return;
    const standing = last.get(session);
    if (standing === 'sure') busy.add(session);
    else if (standing === 'unsure') unsure.add(session);
  }

  function takesNone(session: Session): void {
    busy.delete(session);
    unsure.delete(session);
  }

  function abort(job: Job): void {
    if (job.session) return job.session.abort();
    const at = waiting.indexOf(job);
    if (at === -1) return;
    waiting.splice(at, 1);
    job.resolve(aborted());
  }

  return {
    name,
    traits: SMTP_TRAITS,
    atOnce: connections,
    deliver(mail, signal, standing = 'sure') {
      if (signal?.aborted) return Promise.resolve(aborted());
      return new Promise((resolve) => {
        const job: Job = { mail, resolve, session: null, retried: false, moved: 0, standing };
        if (signal) {
          const forget = onAbort(signal, () => abort(job));
          job.resolve = (handover) => {
            forget();
            resolve(handover);
          };
        }
        if (mail.urgent) waiting.splice(urgentAhead(waiting), 0, job);
        else waiting.push(job);
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

/** How many urgent mails wait: they stand before all others, in their order. */
function urgentAhead(waiting: readonly Job[]): number {
  const at = waiting.findIndex(({ mail }) => !mail.urgent);
  return at === -1 ? waiting.length : at;
}
