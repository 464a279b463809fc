import type { OpenMailServer } from '../mail-server.ts';
import { createConnector } from './connect.ts';
import { createConnectionPool } from './connection-pool.ts';

/** The SMTP server of a nodemailer URL. */
export const openSmtpServer: OpenMailServer = (url, { connections, timeoutMs }) =>
  createConnectionPool({ ...createConnector(url, timeoutMs), connections, timeoutMs });
