import type { OpenMailServer } from '../mail-server.ts';
import { createConnector } from './connect.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createNodemailerServer } from './nodemailer-server.ts';

/** The SMTP server of a nodemailer URL, through our own SMTP code or through nodemailer's pool. */
export const openSmtpServer: OpenMailServer = (url, { connections, timeoutMs, client }) => {
  const { name, open } = createConnector(url, timeoutMs);
  if (client === 'pipelining') return createConnectionPool({ name, open, connections, timeoutMs });
  const own = createConnectionPool({ name, open, connections: Math.ceil(connections / 5), timeoutMs });
  return createNodemailerServer({ name, url, connections, timeoutMs, own });
};
