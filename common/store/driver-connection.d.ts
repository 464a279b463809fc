/** The parts of the driver's connections, pools and monitors that we use, and that it does not export. */
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

declare module 'mongodb/lib/sdam/monitor.js' {
  export class RTTPinger {
    measureRoundTripTime(): void;
  }
}
