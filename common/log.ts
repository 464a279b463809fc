import { hostname } from 'node:os';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { VERSION } from './config/version.ts';

export type { Logger };

/**
 * The process's logger: one JSON line an event on stdout. Secrets and whole addresses never belong in a line;
 * what carries them in headers is cut out here once more, should someone log a request whole.
 */
export function createLogger(
  program: 'api' | 'worker' | 'inbound' | 'indexes',
  level: string,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    base: { process: program, version: VERSION, host: hostname(), pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'headers.secretkey',
        'headers.publickey',
        'headers.cookie',
        'headers.authorization',
        '*.secret_key',
      ],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An address as a log may show it: enough to tell two apart, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address[0]}…${address.slice(at)}`;
}
