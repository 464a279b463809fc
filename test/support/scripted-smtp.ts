import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Where a script can act: before or instead of the greeting, at a command, in the middle of the data, or at the final dot. */
export type Point =
  | 'connect'
  | 'greeting'
  | 'EHLO'
  | 'AUTH'
  | 'RSET'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'body'
  | 'dot';

/** `cut` ends the connection, `reset` resets it, `hang` does not answer; any other text is the reply, without its CRLF. */
export type Act = 'cut' | 'reset' | 'hang' | (string & {});

export interface Occasion {
  readonly point: Point;
  /** 1 for the first connection. */
  readonly connection: number;
  /** 1 for the first MAIL on this connection; 0 before it. */
  readonly mail: number;
  readonly command: string;
}

export interface ScriptedSmtp {
  readonly port: number;
  readonly url: string;
  /** Messages whose final dot has arrived, as on the wire. */
  readonly messages: readonly string[];
  /** All command lines of all connections, in the order of arrival. */
  readonly commands: readonly string[];
  readonly connections: () => number;
  /** Number of open connections. */
  readonly open: () => number;
  /** Ends every connection from the server's side, optionally with a last line. */
  hangUp(farewell: string | null): void;
  close(): Promise<void>;
}

export interface Script {
  /** Returns the action at a point; undefined: that of a healthy server. */
  readonly act?: (occasion: Occasion) => Act | undefined;
  /** Further lines of the answer to EHLO. */
  readonly offers?: readonly string[];
  readonly port?: number;
  /** Stops reading after this many bytes of data, so that the sender's buffers fill. */
  readonly stopReadingAfter?: number;
}

const usual: Record<Point, Act> = {
  connect: '',
  greeting: '220 scripted',
  EHLO: '',
  AUTH: '235 2.7.0 welcome',
  RSET: '250 2.0.0 reset',
  MAIL: '250 2.1.0 sender ok',
  RCPT: '250 2.1.5 recipient ok',
  DATA: '354 go ahead',
  body: '',
  dot: '250 2.0.0 taken',
};

/** A small mail server that does what the script says at any point of the dialogue. */
export async function startScriptedSmtp(script: Script = {}): Promise<ScriptedSmtp> {
  const { act = () => undefined, offers = ['PIPELINING'], stopReadingAfter = Infinity } = script;
  const messages: string[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  function serve(socket: Socket): void {
    const connection = (connections += 1);
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let mail = 0;
    let held = '';
    let inData = false;
    let bodySeen = false;

    /** Does what is due at `point`; returns true when the dialogue continues. */
    function perform(point: Point, command = '', ordinary: Act = usual[point]): boolean {
      const what = act({ point, connection, mail, command }) ?? ordinary;
      if (what === 'hang') {
        // It stays silent for good: a later answer would be taken as the answer to this command.
        socket.removeAllListeners('data').resume();
        return false;
      }
      if (what === 'cut') socket.end();
      else if (what === 'reset') socket.resetAndDestroy();
      else if (what !== '') socket.write(`${what}\r\n`);
      if (what === 'cut' || what === 'reset') socket.removeAllListeners('data');
      return what !== 'cut' && what !== 'reset';
    }

    if (!perform('connect') || !perform('greeting')) return;
    socket.on('data', (chunk: Buffer) => {
      held += chunk.toString('latin1');
      for (;;) {
        if (inData) {
          if (!bodySeen && held.length > 0) {
            bodySeen = true;
            if (!perform('body')) return;
          }
          if (held.length > stopReadingAfter) {
            socket.pause();
            setTimeout(() => socket.resetAndDestroy(), 100);
            return;
          }
          const end = held.startsWith('.\r\n') ? 0 : held.indexOf('\r\n.\r\n') + 2;
          if (end === 1) return;
          messages.push(held.slice(0, end));
          held = held.slice(end + 3);
          inData = false;
          if (!perform('dot')) return;
        } else {
          const newline = held.indexOf('\r\n');
          if (newline === -1) return;
          const line = held.slice(0, newline);
          held = held.slice(newline + 2);
          commands.push(line);
          if (!obey(line)) return;
        }
      }
    });

    function obey(line: string): boolean {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') {
        const lines = ['scripted', ...offers];
        const answer = lines.map((one, i) => `250${i === lines.length - 1 ? ' ' : '-'}${one}`).join('\r\n');
        return perform('EHLO', line, answer);
      }
      if (verb === 'QUIT') {
        socket.end('221 2.0.0 bye\r\n');
        return false;
      }
      if (verb === 'MAIL') mail += 1;
      if (verb === 'DATA') {
        const said = act({ point: 'DATA', connection, mail, command: line }) ?? usual.DATA;
        inData = said.startsWith('354');
        bodySeen = false;
        return perform('DATA', line);
      }
      return verb in usual ? perform(verb as Point, line) : perform('RSET', line, '502 5.5.1 unknown');
    }
  }

  const server = createServer(serve);
  server.listen(script.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    messages,
    commands,
    connections: () => connections,
    open: () => sockets.size,
    hangUp(farewell) {
      for (const socket of sockets) socket.end(farewell === null ? '' : `${farewell}\r\n`);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
