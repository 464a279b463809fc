import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { RedisServer } from '../../../local/redis.ts';

/** A slow connection to a server. */
export interface SlowWay {
  readonly port: number;
  /** Sets the delay of each piece of data, in milliseconds, in both directions. */
  setDelay(ms: number): void;
  stop(): Promise<void>;
}

/** Forwards connections to a port of the loopback. */
export async function startSlowWay(to: number, delayMs = 0): Promise<SlowWay> {
  let delay = delayMs;
  const sockets = new Set<Socket>();

  /** Data arrives in its order, even when the delay changes. */
  function pass(from: Socket, into: Socket): void {
    let last = 0;
    const later = (act: () => void): void => {
      last = Math.max(last, performance.now() + delay);
      setTimeout(act, Math.max(0, last - performance.now()));
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

/** The address of a MongoDB that is reached through this port. It leads to one server, so its own name for itself is not used. */
export function mongoAt(port: number, address: string): string {
  const direct = new URL(address);
  direct.port = String(port);
  direct.searchParams.delete('replicaSet');
  direct.searchParams.set('directConnection', 'true');
  return direct.href;
}

/** A Redis that is reached through this port. */
export const redisAt = (port: number, redis: RedisServer): RedisServer => ({
  ...redis,
  url: (database) => redis.url(database).replace(`:${redis.port}/`, `:${port}/`),
});
