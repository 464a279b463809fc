import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serversFolder } from '../../../local/servers.mjs';

const CERTIFICATE = fileURLToPath(new URL('../../fixtures/localhost-self-signed-rsa.pem', import.meta.url));

/** A folder that is the root of the file system for a program (chroot), unpacked by `local/mail-servers.mjs`. */
export interface Rooted {
  /** Writes a file that all users may read. */
  write(path: string, content: string | Buffer): void;
  /** Removes a folder and makes a new, empty one. */
  folder(path: string, mode: number, owner?: number, group?: number): void;
  /** Starts a program, which always ends with this process. */
  start(program: string, args: readonly string[]): Running;
}

export interface Running {
  /** Its whole output so far. */
  output(): string;
  /** Settles when it has ended by itself or was stopped. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** The server's root, with the tests' certificate and key in `/etc/tls.pem`. */
export function rooted(name: 'postfix' | 'opensmtpd' | 'dovecot' | 'spamassassin' | 'rspamd'): Rooted {
  const root = join(serversFolder(), 'mta', name);
  copyFileSync(CERTIFICATE, join(root, 'etc/tls.pem'));
  // OpenSMTPD refuses a key that others may read.
  chmodSync(join(root, 'etc/tls.pem'), 0o600);
  return {
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    folder(path, mode, owner = 0, group = 0) {
      rmSync(join(root, path), { recursive: true, force: true });
      mkdirSync(join(root, path), { recursive: true });
      chownSync(join(root, path), owner, group);
      chmodSync(join(root, path), mode);
    },
    start(program, args) {
      const child = spawn('setpriv', ['--pdeathsig', 'TERM', 'chroot', root, program, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      });
      const chunks: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
      const ended = once(child, 'close');
      return {
        output: () => chunks.join(''),
        ended,
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      };
    },
  };
}
