/** What is used here of the driver's connections and their pools, which it does not export. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    readonly closed: boolean;
    readonly socket: Socket;
    cleanup(error: Error): void;
  }
}

declare module 'mongodb/lib/cmap/connection_pool.js' {
  export class ConnectionPool {
    minPoolSizeTimer: NodeJS.Timeout | undefined;
    ensureMinPoolSize(): void;
  }
}
