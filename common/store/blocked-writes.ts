import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * Ends commands that wait for a socket's `drain` when their connection ends. The driver (7.8 and 7.9) then closes the socket
 * without an error, and the command waits forever and keeps its pooled connection. This concerns commands larger than the
 * socket's buffer, to a server that hangs or is cut off.
 */
export function endBlockedWrites(): void {
  const { cleanup } = Connection.prototype;
  Connection.prototype.cleanup = function endWrites(error) {
    if (this.closed) return;
    cleanup.call(this, error);
    // A command prepared meanwhile still writes. The driver turns this error into a network error.
    this.socket.write = () => {
      throw error;
    };
    // The driver's own listener ignores an error of a closed connection; waiting commands fail with it.
    this.socket.emit('error', error);
  };
}
