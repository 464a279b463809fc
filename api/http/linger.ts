import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a client gets to take an answer in, and to hang up, before we do. */
const LINGER_MS = 1000;

/**
 * Closes connections in two steps (RFC 9112, 9.6): ours is said to be the last word, and what the client still sends is
 * thrown away for a second. Node would hang up at once, and the reset that a client gets for a body that nobody read
 * overtakes the answer: who uploads a file that is too large would see a broken connection instead of 413.
 */
export function lingerOnClose(server: Server): void {
  server.on('connection', (socket: Socket) => {
    socket.destroySoon = () => {
      if (socket.writable) socket.end();
      const cut = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(cut));
    };
  });
}
