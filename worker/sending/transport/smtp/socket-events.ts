import type { Socket } from 'node:net';
import { flatten } from './reply-lines.ts';
import type { Session } from './session.ts';

/** A server that answers a few bytes at a time may delay a mail by at most this many timeouts. */
const PATIENCE = 3;

/** Silence for `timeoutMs`; twice that after the dot, where giving up may cause a second copy (RFC 5321, 4.5.3.2). */
export function listenToSocket(session: Session, socket: Socket, timeoutMs: number): void {
  socket.on('data', (chunk: Buffer) => {
    session.receive(chunk);
    const { current } = session;
    if (current && Date.now() - current.startedAt > PATIENCE * timeoutMs)
      session.end('the server sends only a few bytes at a time', 'silence');
  });
  socket.on('error', (error) => session.end(flatten(error.message), 'lost'));
  socket.on('end', () => session.end('the server closed the connection', 'lost'));
  socket.on('close', () => session.end('the connection was closed', 'lost'));
  socket.on('timeout', () => {
    if (!hasTimedOut(session, timeoutMs)) socket.setTimeout(timeoutMs);
  });
  socket.setTimeout(timeoutMs);
  socket.resume();
  if (socket.destroyed) queueMicrotask(() => session.end('the connection was closed', 'lost'));
}

/** Ends a session that has been silent for too long. False: the server has another `timeoutMs`. */
function hasTimedOut(session: Session, timeoutMs: number): boolean {
  const { current } = session;
  if (!current) {
    session.quit();
    return true;
  }
  // Node may fire an idle timer that a write in the same turn has just reset (`listOnTimeout` picks it first).
  if (Date.now() - current.startedAt < timeoutMs / 2) return false;
  if (current.dotOut && !current.overdue) {
    current.overdue = true;
    return false;
  }
  const { step } = current;
  const silent = (): void => session.end(`no answer in ${timeoutMs} ms`, 'silence');
  if (current.dotOut) silent();
  // In a busy process, the timer may precede an answer that arrived in time.
  else setImmediate(() => session.current === current && current.step === step && silent());
  return true;
}
