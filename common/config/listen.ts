import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { StartRefusal } from './start-refusal.ts';

/** Null: all addresses of the machine. Returns the port; for port 0 the system chooses a free one. */
export async function listen(server: Server, host: string | null, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host !== null && { host }) }, () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

/** The same at a start; a {@link StartRefusal} names the setting to change. */
export const listenAtStart = (
  server: Server,
  host: string | null,
  port: number,
  names: AddressSettings,
): Promise<number> =>
  listen(server, host, port).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(refusedInWords(error, host, port, names));
  });

function refusedInWords(
  { code, message }: NodeJS.ErrnoException,
  host: string | null,
  port: number,
  names: AddressSettings,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${names.port} ${port} is in use by another program. Stop that program, or change ${names.port}.`;
    case 'EACCES':
      return `${names.port} ${port} cannot be opened by this user. Choose a port above 1023, and forward the other port to it.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${names.host} ${host ?? ''} is not an address of this machine.`;
    default:
      return `${names.port} ${port} cannot be opened: ${message}`;
  }
}

/** Lets current answers finish, and closes the connections left after `deadline` ms. */
export async function stopListening(server: HttpServer, deadline: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), deadline);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
