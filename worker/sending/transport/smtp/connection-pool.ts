import type { PipelinePosition } from '../../pace/line.ts';
import { type MailServer, type MailServerOptions, SMTP_TRAITS } from '../mail-server.ts';
import { aborted, type Fault, type Handover, type OutgoingMail, whileRead } from '../outcome.ts';
import { listenForAbort, putInLine, type WaitingMail } from '../waiting-mails.ts';
import { type createConnector, type OpenConnection, OpeningFailure } from './connect.ts';
import { Session } from './session.ts';
import { SilentConnections } from './silence.ts';
import { listenToSocket } from './socket-events.ts';

type PoolOptions = ReturnType<typeof createConnector> & Pick<MailServerOptions, 'connections' | 'timeoutMs'>;

interface HandoverJob extends WaitingMail {
  session: Session | null;
  /** Another connection finds out why it was lost. */
  retried: boolean;
  /** How often the server closed its connection because of the mail before. */
  moved: number;
  readonly position: PipelinePosition;
}

/** After so many times a mail whose connection is closed because of others counts as lost. */
const MOST_MOVES = 20;
const LOOK_MS = 500;
/** Milliseconds after which a server that refused another connection is asked for one more. */
const GROW_AFTER = 10_000;

/** While no connection is known to work, only one is tried. A server that refuses more (421) keeps those it has. */
export class ConnectionPool implements MailServer {
  readonly name: string;
  readonly traits = SMTP_TRAITS;
  readonly atOnce: number;
  readonly #open: () => Promise<OpenConnection>;
  readonly #timeoutMs: number;
  readonly #waiting: HandoverJob[] = [];
  readonly #sessions = new Set<Session>();
  readonly #free: Session[] = [];
  /** Connections with one mail under way. They take a second mail when no connection is free and no more can be opened. */
  readonly #busy = new Set<Session>();
  /** The same for mails of unknown domains. They take a second mail while all mails under way are of such domains. */
  readonly #unsure = new Set<Session>();
  readonly #last = new WeakMap<Session, PipelinePosition>();
  /** Mails under way of domains of which something is known. */
  #known = 0;
  readonly #silent: SilentConnections<Session>;
  #isWatching = false;
  #opening = 0;
  #limit: number;
  #growAt = 0;
  #closed: (() => void) | null = null;

  constructor({ name, open, connections, timeoutMs }: PoolOptions) {
    this.name = name;
    this.atOnce = connections;
    this.#open = open;
    this.#timeoutMs = timeoutMs;
    this.#silent = new SilentConnections(timeoutMs);
    this.#limit = connections;
  }

  deliver(mail: OutgoingMail, signal?: AbortSignal, position: PipelinePosition = 'sure'): Promise<Handover> {
    if (signal?.aborted) return Promise.resolve(aborted());
    return new Promise((resolve) => {
      const job: HandoverJob = { mail, resolve, session: null, retried: false, moved: 0, position };
      listenForAbort(job, signal, this.#abort);
      putInLine(this.#waiting, job);
      this.#pump();
    });
  }

  giveBack(fault: Fault, reason: string): void {
    this.#giveBack(fault, reason, false);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve;
      for (const session of this.#free.splice(0)) session.quit();
      this.#pump();
    });
  }

  #pump(): void {
    const waiting = this.#waiting;
    while (waiting.length > 0) {
      const session = this.#free.pop();
      if (!session) break;
      if (!session.gone) void this.#run(waiting.shift() as HandoverJob, session);
    }
    const room = this.#room();
    while (this.#opening < Math.min(room, waiting.length)) void this.#openOne();
    if (room <= 0) {
      this.#fill(this.#busy);
      if (this.#known === 0) this.#fill(this.#unsure);
    }
    if (waiting.length > 0) this.#watch();
    if (this.#closed && this.#sessions.size === 0 && this.#opening === 0 && waiting.length === 0)
      this.#closed();
  }

  #room(): number {
    if (this.#limit < this.atOnce && this.#waiting.length > 0 && Date.now() >= this.#growAt) {
      this.#limit += 1;
      this.#growAt = Date.now() + GROW_AFTER;
    }
    if (this.#sessions.size > 0) return this.#limit - this.#sessions.size;
    // The limit was learnt while the server worked, so it is forgotten with the last connection.
    this.#limit = this.atOnce;
    return 1;
  }

  #fill(sessions: ReadonlySet<Session>): void {
    for (const session of sessions) {
      if (this.#waiting.length === 0) return;
      void this.#run(this.#waiting.shift() as HandoverJob, session);
    }
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    setTimeout(() => this.#freeSilent(), LOOK_MS).unref();
  }

  #freeSilent(): void {
    this.#isWatching = false;
    let isFollowed = false;
    for (const session of this.#sessions) {
      isFollowed ||= session.load === 2;
      if (!this.#silent.look(session)) continue;
      this.#takesNone(session);
      session.takeBack();
    }
    if (this.#waiting.length > 0 || isFollowed) this.#watch();
    if (this.#waiting.length > 0) this.#silent.giveUpOldest(this.#limit);
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    try {
      const line = await this.#open();
      const session = new Session(line, this.name, () => {
        this.#sessions.delete(session);
        this.#silent.gone(session);
        this.#takesNone(session);
        this.#pump();
      });
      listenToSocket(session, line.socket, this.#timeoutMs);
      this.#opening -= 1;
      this.#sessions.add(session);
      this.#release(session);
    } catch (error) {
      this.#opening -= 1;
      this.#openingFailed(error);
      this.#pump();
    }
  }

  #openingFailed(error: unknown): void {
    if (this.#sessions.size + this.#opening > 0) {
      this.#limit = Math.max(1, this.#sessions.size + this.#opening);
      this.#growAt = Date.now() + GROW_AFTER;
      return;
    }
    const fault = error instanceof OpeningFailure ? error.fault : 'connection';
    this.#giveBack(fault, error instanceof Error ? error.message : String(error), true);
  }

  #giveBack(fault: Fault, reason: string, opening: boolean): void {
    for (const job of this.#waiting.splice(0)) job.resolve({ kind: 'lost', fault, reason, opening });
  }

  async #run(job: HandoverJob, session: Session): Promise<void> {
    job.session = session;
    const handedOver = session.deliver(job.mail, job.retried);
    this.#last.set(session, job.position);
    if (job.position !== 'unsure') this.#known += 1;
    if (session.load === 1) this.#takesSecond(session);
    else {
      this.#takesNone(session);
      this.#watch();
    }
    const handover = await handedOver;
    job.session = null;
    if (job.position !== 'unsure') this.#known -= 1;
    const isMoved = handover.kind === 'lost' && handover.bystander === true && job.moved < MOST_MOVES;
    if (isMoved || (handover.kind === 'lost' && handover.unclear && !job.retried)) {
      if (isMoved) job.moved += 1;
      else job.retried = true;
      this.#waiting.unshift(job);
      this.#pump();
    } else {
      job.resolve(job.retried ? whileRead(handover) : handover);
    }
    this.#release(session);
  }

  #release(session: Session): void {
    if (session.gone) return;
    if (session.load === 0) {
      this.#silent.answered(session);
      this.#takesNone(session);
      if (this.#closed && this.#waiting.length === 0) return session.quit();
      this.#free.push(session);
    } else if (session.load === 1) {
      this.#takesSecond(session);
    }
    this.#pump();
  }

  /** A connection has one mail under way. No mail waits behind one whose domain is slow, or that is not answered. */
  #takesSecond(session: Session): void {
    if (this.#silent.isStuck(session)) return;
    const position = this.#last.get(session);
    if (position === 'sure') this.#busy.add(session);
    else if (position === 'unsure') this.#unsure.add(session);
  }

  #takesNone(session: Session): void {
    this.#busy.delete(session);
    this.#unsure.delete(session);
  }

  /** One function for all mails. */
  readonly #abort = (job: HandoverJob): void => {
    if (job.session) return job.session.end('aborted by the sender', null, 'aborted');
    const at = this.#waiting.indexOf(job);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    job.resolve(aborted());
  };
}
