import type { Session } from './session.ts';

type Silent = Pick<Session, 'silentMs' | 'end'>;

/** While others wait, silent mails of this share of the timeout hold at most this share of the connections. */
const SILENT = { time: 1 / 6, connections: 1 / 2 };
/** No mail waits on a connection behind one that has been unanswered for so many milliseconds. */
const STUCK_MS = 1000;

export class SilentConnections<Connection extends Silent> {
  readonly #timeoutMs: number;
  /** Connections with a mail that has been unanswered for {@link STUCK_MS}. */
  readonly #stuck = new Set<Connection>();
  /** Connections whose mail has been unanswered for so long that it may be given up. */
  readonly #tardy = new Set<Connection>();
  /** When such a mail was answered after all, by `Date.now()`. */
  #answeredLateAt = Number.NEGATIVE_INFINITY;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  isStuck(connection: Connection): boolean {
    return this.#stuck.size > 0 && this.#stuck.has(connection);
  }

  look(connection: Connection): boolean {
    const ms = connection.silentMs();
    if (ms > this.#timeoutMs * SILENT.time) this.#tardy.add(connection);
    if (ms <= Math.min(STUCK_MS, this.#timeoutMs * SILENT.time)) return false;
    this.#stuck.add(connection);
    return true;
  }

  answered(connection: Connection): void {
    if (this.#stuck.delete(connection) && this.#tardy.delete(connection)) this.#answeredLateAt = Date.now();
  }

  gone(connection: Connection): void {
    this.#stuck.delete(connection);
    this.#tardy.delete(connection);
  }

  /** While others wait: gives up the oldest unanswered mails if they hold more connections than they may. */
  giveUpOldest(connections: number): void {
    // A server that takes so long for each mail is not silent at some.
    if (Date.now() - this.#answeredLateAt < this.#timeoutMs) return;
    const excess = this.#tardy.size - Math.floor(connections * SILENT.connections);
    if (excess <= 0) return;
    const oldest = [...this.#tardy].sort((a, b) => b.silentMs() - a.silentMs());
    for (const connection of oldest.slice(0, excess))
      connection.end('no answer while others waited', 'silence');
  }
}
