import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { network } from '../domain/network.ts';
import { Budget, type GiveBack } from '../fairness/budget.ts';

/** Milliseconds in which the header of a request must arrive, also of the first one. */
const HEADER_MS = 5000;

export interface KeepingTimes {
  readonly keepAliveMs: number;
  readonly trustProxy: number;
}

/** Time limits of an HTTP server. `requestMs`: those of a whole request. */
export function httpTimes({ keepAliveMs, trustProxy }: KeepingTimes, requestMs: number) {
  // A proxy opens connections ahead, uses them later, and limits the time of a header itself. One that is told 408 gives that answer to
  // the next request.
  const headersTimeout = trustProxy > 0 ? Math.max(HEADER_MS, keepAliveMs) : HEADER_MS;
  return {
    keepAliveTimeout: keepAliveMs,
    headersTimeout,
    // Node makes no server that has less time for a request than for its header.
    requestTimeout: Math.max(requestMs, headersTimeout),
    // Node applies its time limits only at these intervals.
    connectionsCheckingInterval: 1000,
  };
}

/** Milliseconds after which a client that takes nothing of a whole answer makes room. */
const STALLED_MS = 5000;

/** Connections of a network for each HTTP server, however small the total is. */
const LEAST_EACH = 10;

/** A network's part of a server's connections. Behind a proxy there is none, because all clients have its address. */
export const connectionsEach = (total: number, trustProxy: number): number =>
  trustProxy > 0 ? Number.POSITIVE_INFINITY : Math.max(LEAST_EACH, Math.floor(total / 20));

export interface ConnectionBounds {
  /** Connections of the server. */
  readonly total: number;
  /** Connections of a network: an IPv4 address, or a /64 of IPv6. */
  readonly each: number;
}

interface Visit {
  readonly network: string;
  readonly leave: GiveBack;
}

/**
 * Shares the connections of a server by network. When the server is full, a connection without a request, or with an answer that its client does not take,
 * makes room: the oldest of the network that has most of them, so that networks with many do not close the only one of another.
 */
export class ConnectionShares {
  readonly #open: Budget<string>;
  readonly #total: number;
  #count = 0;
  readonly #visits = new WeakMap<Socket, Visit>();
  /** Connections without a request by network, the longest waiting first. */
  readonly #waiting = new Map<string, Set<Socket>>();

  constructor({ total, each }: ConnectionBounds) {
    this.#total = total;
    this.#open = new Budget({ each });
  }

  /** False: there is no room for the connection. */
  enter(socket: Socket): boolean {
    const key = network(socket.remoteAddress ?? '');
    if (!this.#open.fits(key, 1) || (this.#count >= this.#total && !this.#makeRoom())) return false;
    const giveBack = this.#open.hold(key, 1);
    this.#count += 1;
    const leave = (): void => {
      this.begin(socket);
      if (!this.#visits.delete(socket)) return;
      this.#count -= 1;
      giveBack();
    };
    this.#visits.set(socket, { network: key, leave });
    this.wait(socket);
    socket.once('close', leave);
    return true;
  }

  /** The server has received its request, so it is not closed to make room for others. */
  begin(socket: Socket): void {
    const key = this.#visits.get(socket)?.network ?? '';
    const waiting = this.#waiting.get(key);
    waiting?.delete(socket);
    if (waiting?.size === 0) this.#waiting.delete(key);
  }

  /** It waits for its next request. */
  wait(socket: Socket): void {
    const visit = this.#visits.get(socket);
    if (!visit) return;
    const waiting = this.#waiting.get(visit.network) ?? new Set();
    this.#waiting.set(visit.network, waiting.add(socket));
  }

  #makeRoom(): boolean {
    let most: ReadonlySet<Socket> = new Set();
    for (const waiting of this.#waiting.values()) if (waiting.size > most.size) most = waiting;
    const [oldest] = most;
    if (!oldest) return false;
    this.#visits.get(oldest)!.leave();
    oldest.destroy();
    return true;
  }
}

/** Shares the connections of an HTTP server. `whole`: a request counts when its body was received, else when its header was. */
export function shareConnections(
  server: HttpServer,
  bounds: ConnectionBounds,
  whole: boolean,
  stalledMs = STALLED_MS,
): void {
  const shares = new ConnectionShares(bounds);
  server.prependListener('connection', (socket: Socket) => {
    if (!shares.enter(socket)) socket.destroy();
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const begin = (): void => shares.begin(socket);
    if (whole) request.once('end', begin);
    else begin();
    const wait = (): void => shares.wait(socket);
    // The whole answer is written. A client that reads it, however slowly, keeps its connection; one that does not makes room.
    response.once('prefinish', () => {
      if (socket.writableLength === 0) return;
      socket.setTimeout(stalledMs);
      response.once('timeout', () => {
        wait();
        socket.setTimeout(server.timeout);
      });
    });
    response.once('close', wait);
  });
}
