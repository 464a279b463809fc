import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Above well-known ports and below outgoing connections (32,768), even plus 10,000 for a Redis cluster's second port. */
const [FIRST_PORT, LAST_PORT] = [10_000, 22_000];
const MOST_PROBES = 1_000;

/** Random, so parallel programs hardly ever choose the same one. The system gives it to no outgoing connection meanwhile. */
export async function freePort(): Promise<number> {
  for (let probes = 0; probes < MOST_PROBES; probes += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No loopback port from ${FIRST_PORT} to ${LAST_PORT} is free.`);
}

/** The port in `file` while it is free, else a new one, which is stored: remembered addresses stay valid after a restart. */
export async function keptPort(file: string): Promise<number> {
  const kept = readPort(file);
  if (kept !== undefined && (await isFree(kept))) return kept;
  const port = await freePort();
  writeFileSync(file, `${port}\n`);
  return port;
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
