import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Where the first connection is cut: before it reads or writes one byte more than this. */
export interface Cut {
  readonly side: 'read' | 'write';
  readonly bytes: number;
  /** `end` is a FIN, after which everything written still arrives; `reset` discards it. */
  readonly how: 'end' | 'reset';
}

/** How many bytes of the first connection had been read and written when a step was complete. */
export interface Mark {
  /** A command's verb, or `dot`. */
  readonly what: string;
  /** 1 for the first MAIL of the connection. */
  readonly mail: number;
  readonly read: number;
  /** Including the reply to it. */
  readonly written: number;
}

export interface CuttingSmtp {
  readonly url: string;
  /** Messages whose final dot was read, on any connection. */
  readonly messages: readonly string[];
  /** The steps of the first connection, in order. */
  readonly marks: readonly Mark[];
  /** Total bytes of the first connection. */
  readonly totals: { read: number; written: number };
  close(): Promise<void>;
}

export const REFUSED = 'nobody@example.net';

/** Writes one byte at a time, each in a separate packet if possible. */
function dribbler(socket: Socket): (text: string) => void {
  let waiting = '';
  const next = (): void => {
    socket.write(waiting.slice(0, 1));
    waiting = waiting.slice(1);
    if (waiting !== '') setImmediate(next);
  };
  return (text) => {
    const idle = waiting === '';
    waiting += text;
    if (idle) setImmediate(next);
  };
}

/** A mail server that reads one byte at a time and cuts its first connection at a given byte; all other connections work. With
 * `dribble`, its replies are sent one byte at a time too. */
export async function startCuttingSmtp(
  cut: Cut | null,
  { pipelining = true, dribble = false } = {},
): Promise<CuttingSmtp> {
  const messages: string[] = [];
  const marks: Mark[] = [];
  const totals = { read: 0, written: 0 };
  const sockets = new Set<Socket>();
  let lines = 0;

  function serve(socket: Socket): void {
    const first = (lines += 1) === 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setNoDelay(true);
    const write = dribble ? dribbler(socket) : (text: string) => void socket.write(text);
    let over = false;
    let mail = 0;
    let taken = false;
    let inData = false;
    let held = '';

    function end(): void {
      over = true;
      if (cut?.how === 'reset') socket.resetAndDestroy();
      else socket.end();
    }

    function say(reply: string): void {
      if (over) return;
      const room = first && cut?.side === 'write' ? cut.bytes - totals.written : Number.POSITIVE_INFINITY;
      const bytes = `${reply}\r\n`;
      const fits = bytes.slice(0, Math.max(0, room));
      if (fits !== '') write(fits);
      if (first) totals.written += fits.length;
      if (fits.length < bytes.length) end();
    }

    function mark(what: string): void {
      if (first) marks.push({ what, mail, read: totals.read, written: totals.written });
    }

    function obey(line: string): void {
      const verb = line.slice(0, 4);
      if (verb === 'EHLO') say(`250-cutting${pipelining ? '\r\n250-PIPELINING' : ''}\r\n250 SIZE 100000`);
      else if (verb === 'MAIL') {
        mail += 1;
        taken = false;
        say('250 2.1.0 sender ok');
      } else if (verb === 'RCPT') {
        taken = !line.includes(REFUSED);
        say(taken ? '250-2.1.5 recipient\r\n250 2.1.5 ok' : '550-5.1.1 there is\r\n550 5.1.1 nobody');
      } else if (verb === 'DATA') {
        inData = taken;
        say(taken ? '354 go ahead' : '554 5.5.1 no valid recipients');
      } else if (verb === 'RSET') say('250 2.0.0 reset');
      else if (verb === 'QUIT') say('221 2.0.0 bye');
      mark(verb);
      if (verb === 'QUIT') end();
    }

    function read(byte: string): void {
      held += byte;
      if (inData && (held === '.\r\n' || held.endsWith('\r\n.\r\n'))) {
        messages.push(held.slice(0, -3));
        held = '';
        inData = false;
        say('250-2.0.0 taken,\r\n250 2.0.0 and kept');
        mark('dot');
      } else if (!inData && held.endsWith('\r\n')) {
        const line = held.slice(0, -2);
        held = '';
        obey(line);
      }
    }

    say('220-cutting\r\n220 ready');
    // After the FIN the rest is read and discarded, because closing a socket with unread bytes resets the connection.
    socket.on('data', (chunk: Buffer) => {
      for (const byte of chunk.toString('latin1')) {
        if (over) return;
        if (first && cut?.side === 'read' && totals.read >= cut.bytes) return end();
        if (first) totals.read += 1;
        read(byte);
      }
    });
  }

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    marks,
    totals,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
