import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Null: all addresses of the machine. Returns the port; for port 0 the system chooses a free one. */
export async function listen(server: Server, host: string | null, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host !== null && { host }) }, () => resolve());
  });
  return (server.address() as AddressInfo).port;
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
