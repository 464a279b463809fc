import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../local/ports.ts';
import type { Cut } from './cutting-smtp.ts';
import { type ApiCall, PROVIDER_APIS, type ProviderName, type TakenMail } from './provider-apis.ts';

/** The reaction of the server in place of its usual answer. `taken`: it accepts the mails of the request first. */
export type Act =
  | { readonly what: 'cut' | 'reset' | 'hang'; readonly taken?: boolean }
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** A text is written as it is, another value as JSON. */
      readonly body?: unknown;
      readonly taken?: boolean;
      /** The connection is cut after this many bytes of the answer. */
      readonly cutAfter?: number;
    };

/** Statuses by which a provider refuses the mails of a request. */
const REFUSED = new Set([400, 422]);

export interface Occasion {
  /** 1 for the first connection. */
  readonly connection: number;
  /** 1 for the first request on any connection. */
  readonly request: number;
  readonly call: ApiCall;
}

export interface ProviderServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Mails that the provider has taken, in order. */
  readonly taken: readonly TakenMail[];
  readonly calls: readonly ApiCall[];
  /** Where requests differ from the provider's documentation: signature, header fields, form of the body. */
  readonly problems: readonly string[];
  /** Bytes of the first connection: its first request, all bytes read, and all bytes written. */
  readonly totals: { request: number; read: number; written: number };
  readonly connections: () => number;
  /** The next connection counts as the first, and is cut there. Mails and calls stay. */
  cutNext(cut: Cut | null): void;
  /** Stops listening and cuts all connections, until {@link ProviderServer.back}. */
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export interface ProviderScript {
  readonly act?: (occasion: Occasion) => Act | undefined;
  readonly cut?: Cut | null;
  /** The connection is reset in the middle of a request with more bytes than this. */
  readonly most?: number;
  /** Writes answers one byte at a time. */
  readonly dribble?: boolean;
  /** Further parameters of the URL, such as `batch=1`. */
  readonly parameters?: string;
  /** The test stops the server for a while. Its port is then one that the system gives to no other connection. */
  readonly goesAway?: boolean;
}

/** Starts a server that speaks a provider's documented API, follows the script, and keeps the mails that it accepted. */
export async function startProviderServer(
  name: ProviderName,
  script: ProviderScript = {},
): Promise<ProviderServer> {
  const { act = () => undefined, most = Number.POSITIVE_INFINITY, dribble = false, parameters = '' } = script;
  let { cut = null } = script;
  const calls: ApiCall[] = [];
  const problems: string[] = [];
  const totals = { request: 0, read: 0, written: 0 };
  const sockets = new Set<Socket>();
  const api = PROVIDER_APIS[name].start();
  let connections = 0;
  // Several programs may find the same free port when many servers start at once. For port 0 the system chooses one outside the range in
  // which they search.
  let port = script.goesAway ? await freePort() : 0;

  function serve(socket: Socket): void {
    const connection = (connections += 1);
    const first = connection === 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setNoDelay(true);
    let over = false;
    let held: Buffer = Buffer.alloc(0);

    function end(how: Cut['how']): void {
      over = true;
      if (how === 'reset') socket.resetAndDestroy();
      else socket.end();
    }

    function write(bytes: Buffer): void {
      const room = first && cut?.side === 'write' ? cut.bytes - totals.written : Number.POSITIVE_INFINITY;
      const fits = bytes.subarray(0, Math.max(0, room));
      if (first) totals.written += fits.length;
      if (dribble) for (const byte of fits) socket.write(Buffer.from([byte]));
      else if (fits.length > 0) socket.write(fits);
      if (fits.length < bytes.length) end(cut!.how);
    }

    function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Buffer {
      const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
      const lines = [`HTTP/1.1 ${status} Said`, 'Content-Type: application/json'];
      lines.push(...Object.entries(headers).map(([field, value]) => `${field}: ${value}`));
      return Buffer.concat([
        Buffer.from(`${lines.join('\r\n')}\r\nContent-Length: ${text.length}\r\n\r\n`),
        text,
      ]);
    }

    function obey(call: ApiCall): void {
      calls.push(call);
      const wrong = api.problem(call, `127.0.0.1:${port}`);
      if (wrong !== null) problems.push(wrong);
      const deed = act({ connection, request: calls.length, call });
      // A repeated request is not refused if its mails were accepted before.
      const isRefused = deed && 'status' in deed && REFUSED.has(deed.status);
      if (!deed || (isRefused && api.hasTaken?.(call))) {
        const { status, body } = api.take(call);
        return write(answer(status, body));
      }
      if (deed.taken) api.take(call);
      if ('status' in deed) {
        const said = answer(deed.status, deed.body, deed.headers);
        write(said.subarray(0, deed.cutAfter ?? said.length));
        if (deed.cutAfter !== undefined) end('end');
      } else if (deed.what !== 'hang') {
        end(deed.what === 'cut' ? 'end' : 'reset');
      }
    }

    function read(): void {
      for (;;) {
        const headEnd = held.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const [line = '', ...fields] = held.subarray(0, headEnd).toString('latin1').split('\r\n');
        const headers = new Map(
          fields.map((field) => {
            const colon = field.indexOf(':');
            return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
          }),
        );
        const length = headEnd + 4 + Number(headers.get('content-length'));
        if (length > most) return end('reset');
        if (held.length < length) return;
        if (first && totals.request === 0) totals.request = length;
        const [method = '', path = ''] = line.split(' ');
        const body = Buffer.from(held.subarray(headEnd + 4, length));
        held = held.subarray(length);
        obey({ method, path, headers, body });
        if (over) return;
      }
    }

    socket.on('data', (chunk: Buffer) => {
      if (over) return;
      const room = first && cut?.side === 'read' ? cut.bytes - totals.read : Number.POSITIVE_INFINITY;
      const fits = chunk.subarray(0, Math.max(0, room));
      if (first) totals.read += fits.length;
      held = Buffer.concat([held, fits]);
      read();
      if (!over && first && cut?.side === 'read' && totals.read >= cut.bytes) end(cut.how);
    });
  }

  const server = createServer(serve);
  async function listen(tries = 50): Promise<void> {
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      ({ port } = server.address() as AddressInfo);
    } catch (error) {
      // Another process that searches for a free port listens on this one for a moment.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === 0) throw error;
      await delay(20);
      await listen(tries - 1);
    }
  }
  async function stop(): Promise<void> {
    const ended = [...sockets].map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all(ended);
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  await listen();
  const login = PROVIDER_APIS[name].login;
  return {
    url: `${name}://${login}?endpoint=http://127.0.0.1:${port}${parameters && `&${parameters}`}`,
    taken: api.taken,
    calls,
    problems,
    totals,
    connections: () => connections,
    cutNext(next) {
      cut = next;
      connections = 0;
      Object.assign(totals, { request: 0, read: 0, written: 0 });
    },
    away: stop,
    back: () => listen(),
    close: stop,
  };
}
