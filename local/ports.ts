import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Listens for a moment on `port` (0: any) of the loopback. Returns the port, or undefined when it is taken. */
async function probe(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return found;
}

export const isFree = async (port: number): Promise<boolean> => (await probe(port)) !== undefined;

/** Whether a program listens on this port of the loopback. */
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

/** A port of the loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = await probe(0);
  if (port === undefined) throw new Error('The loopback interface has no free port.');
  return port;
}

/**
 * The port that `file` contains while it is free; otherwise another port, which is then written to the file. So addresses
 * that people or other processes remember stay valid after a restart.
 */
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
