import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { network } from '../domain/network.ts';
import { Budget, type GiveBack } from '../fairness/budget.ts';

/** Milliseconds in which the header of a request must arrive, also of the first one. */
const HEADER_MS = 5000;

/** Time limits of each HTTP server. */
export const HTTP_TIMES = {
  headersTimeout: HEADER_MS,
  // Node applies its time limits only at these intervals.
  connectionsCheckingInterval: 1000,
} as const;

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

/** Shares the connections of a server by network. When the server is full, the oldest connection without a request is closed. */
export class ConnectionShares {
  readonly #open: Budget<string>;
  readonly #total: number;
  #count = 0;
  readonly #leaving = new WeakMap<Socket, GiveBack>();
  /** Connections without a request, the longest waiting first. */
  readonly #waiting = new Set<Socket>();

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
      if (!this.#leaving.delete(socket)) return;
      this.#waiting.delete(socket);
      this.#count -= 1;
      giveBack();
    };
    this.#leaving.set(socket, leave);
    this.#waiting.add(socket);
    socket.once('close', leave);
    return true;
  }

  /** The server has received its request, so it is not closed to make room for others. */
  begin(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  /** It waits for its next request. */
  wait(socket: Socket): void {
    if (this.#leaving.has(socket)) this.#waiting.add(socket);
  }

  #makeRoom(): boolean {
    const [oldest] = this.#waiting;
    if (!oldest) return false;
    this.#leaving.get(oldest)!();
    oldest.destroy();
    return true;
  }
}

/** Shares the connections of an HTTP server. `whole`: a request counts when its body was received, else when its header was. */
export function shareConnections(server: HttpServer, bounds: ConnectionBounds, whole: boolean): void {
  const shares = new ConnectionShares(bounds);
  server.prependListener('connection', (socket: Socket) => {
    if (!shares.enter(socket)) socket.destroy();
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const begin = (): void => shares.begin(socket);
    if (whole) request.once('end', begin);
    else begin();
    response.once('close', () => shares.wait(socket));
  });
}
