import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a client has to read an answer and to close the connection before the server closes it. */
const LINGER_MS = 1000;

/**
 * Closes connections in two steps (RFC 9112, 9.6): it ends the server's side, then discards what the client still sends for
 * a second. Node would close at once. The client would then get a reset for its unread body, which can arrive before the
 * answer: a client that uploads a file that is too large would see a broken connection instead of 413.
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
