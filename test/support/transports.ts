import { pino } from 'pino';
import type { OutgoingMail } from '../../worker/sending/transport/outcome.ts';
import {
  createTransport,
  type Transport,
  type TransportDependencies,
} from '../../worker/sending/transport/transport.ts';

/** A transport to these servers, by default with one connection to each and short timeouts. */
export function transportTo(
  urls: readonly string[],
  settings: {
    connections?: number;
    rate?: number;
    timeoutMs?: number;
  } = {},
  dependencies: Partial<TransportDependencies> = {},
): Transport {
  const { connections = 1, rate = 0, timeoutMs = 2000 } = settings;
  return createTransport(
    {
      smtpUrls: urls,
      smtpConnections: connections,
      smtpRate: rate,
      smtpTimeout: timeoutMs,
    },
    { log: pino({ level: 'silent' }), ...dependencies },
  );
}

/** A mail of about `bytes` bytes; `id` is part of its Message-ID. */
export function mailTo(to: string, { id = to, bytes = 0 } = {}): OutgoingMail {
  const line = `${'x'.repeat(74)}\r\n`;
  const body = line.repeat(Math.ceil(bytes / line.length)) || 'Hello\r\n';
  const messageId = `<${id}>`;
  const raw = Buffer.from(
    `From: sender@example.com\r\nMessage-ID: ${messageId}\r\nSubject: test\r\n\r\n${body}`,
  );
  return { from: 'sender@example.com', to, raw, messageId };
}
