import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The user that the servers know. */
export interface Login {
  readonly user: string;
  readonly password: string;
  /** The password hashed by `crypt` (SHA-512). */
  readonly crypted: string;
}

export const login: Login = {
  user: 'user@example.com',
  password: 'secret/pass word',
  crypted:
    '$6$3303GO31o3QUc6bJ$UmEt/pk3cnqPebg3Mjixv9U9aejTmgdgagPjIuT/R9RJdr0.KoBq7yYp/ve3gpUXAnkJIeoCOR.1dO0MVwI5w.',
};

/** The server that checks passwords for Postfix. */
export interface LoginServer {
  readonly port: number;
  stop(): Promise<void>;
}

const decoded = (text: string): string => Buffer.from(text, 'base64').toString();
const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Speaks the client's side of Dovecot's authentication protocol 1.1, as far as PLAIN and LOGIN need it. `passed` gets the
 * mechanism of each successful login. */
export async function startLoginServer({ user, password }: Login, passed: string[]): Promise<LoginServer> {
  const sockets = new Set<Socket>();

  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    /** The answers to LOGIN so far, by request. */
    const asked = new Map<string, string[]>();
    const say = (...parts: string[]): void => void socket.write(`${parts.join('\t')}\n`);
    const judge = (id: string, mechanism: string, name: string, secret: string): void => {
      if (name !== user || secret !== password) return say('FAIL', id, `user=${name}`);
      passed.push(mechanism);
      say('OK', id, `user=${name}`);
    };
    const goOn = (id: string, answer: string): void => {
      const answers = asked.get(id) ?? [];
      answers.push(decoded(answer));
      if (answers.length === 1) return say('CONT', id, encoded('Password:'));
      asked.delete(id);
      judge(id, 'LOGIN', answers[0]!, answers[1]!);
    };
    const obey = (line: string): void => {
      const [verb, id = '', mechanism = '', ...options] = line.split('\t');
      if (verb === 'CONT') return goOn(id, mechanism);
      if (verb !== 'AUTH') return;
      const initial = options.find((one) => one.startsWith('resp='))?.slice('resp='.length);
      if (mechanism === 'LOGIN') {
        asked.set(id, []);
        return initial === undefined ? say('CONT', id, encoded('Username:')) : goOn(id, initial);
      }
      const [, name = '', secret = ''] = decoded(initial ?? '').split('\0');
      judge(id, mechanism, name, secret);
    };

    say('VERSION', '1', '1');
    say('MECH', 'PLAIN', 'plaintext');
    say('MECH', 'LOGIN', 'plaintext');
    say('SPID', '1');
    say('CUID', '1');
    say('COOKIE', '0123456789abcdef0123456789abcdef');
    say('DONE');
    let held = '';
    socket.on('data', (chunk: Buffer) => {
      const lines = (held + chunk.toString()).split('\n');
      held = lines.pop() ?? '';
      for (const line of lines) obey(line);
    });
  }

  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
