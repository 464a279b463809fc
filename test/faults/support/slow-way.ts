import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { RedisServer } from '../../../local/redis.ts';

/** A way to a server that takes its time. */
export interface SlowWay {
  readonly port: number;
  /** Milliseconds that each piece is under way from now on, each of the two ways. */
  setDelay(ms: number): void;
  stop(): Promise<void>;
}

/** Passes connections on to a port of the loopback. */
export async function startSlowWay(to: number, delayMs = 0): Promise<SlowWay> {
  let delay = delayMs;
  const sockets = new Set<Socket>();

  /** Pieces arrive in their order, also when the delay changes. */
  function pass(from: Socket, into: Socket): void {
    let last = 0;
    const later = (act: () => void): void => {
      last = Math.max(last, performance.now() + delay);
      setTimeout(act, last - performance.now());
    };
    from.on('data', (piece) => later(() => into.write(piece)));
    from.on('end', () => later(() => into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => sockets.delete(from));
    sockets.add(from);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const behind = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    pass(client, behind);
    pass(behind, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setDelay: (ms) => {
      delay = ms;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A Redis as it is reached by a way that begins at this port. */
export const redisAt = (port: number, redis: RedisServer): RedisServer => ({
  ...redis,
  url: (database) => redis.url(database).replace(`:${redis.port}/`, `:${port}/`),
});
