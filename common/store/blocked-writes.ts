import { Connection } from 'mongodb/lib/cmap/connection.js';

/**
 * Ends commands that wait for a socket to take the rest of them when their connection ends. The driver (7.8 and 7.9) closes the
 * socket without an error then, and the command waits forever for the socket's `drain`. It also keeps its connection of the pool.
 * This concerns commands that are larger than the socket's buffer, to a server that hangs or is cut off.
 */
export function endBlockedWrites(): void {
  const { cleanup } = Connection.prototype;
  Connection.prototype.cleanup = function endWrites(error) {
    if (this.closed) return;
    cleanup.call(this, error);
    // A command that was being prepared meanwhile still writes. The driver makes a network error of what this throws.
    this.socket.write = () => {
      throw error;
    };
    // The driver's own listener ignores an error of a closed connection; the commands that wait end with it.
    this.socket.emit('error', error);
  };
}
