/** What is used here of the driver's connection, which it does not export. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    readonly closed: boolean;
    readonly socket: Socket;
    cleanup(error: Error): void;
  }
}
