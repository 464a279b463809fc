import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_MS = 1000;

/**
 * Closes connections in two steps (RFC 9112, 9.6): ends our side, then discards what the client sends for a second. Node would close at
 * once, and the client of an oversized upload would get a reset before the 413.
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
