import { hostname } from 'node:os';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { BUILD, VERSION } from './config/version.ts';

export type { Logger };

/** Secrets and whole addresses never belong in a line; headers that carry them are removed again, in case a request is logged. */
export function createLogger(
  program: 'api' | 'worker' | 'inbound' | 'indexes',
  level: string,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    base: {
      process: program,
      version: VERSION,
      ...(BUILD.commit !== null && { commit: BUILD.commit.slice(0, 12), commit_date: BUILD.date }),
      host: hostname(),
      pid: process.pid,
    },
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

/** Enough to tell two addresses apart, too little to write to one. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address[0]}…${address.slice(at)}`;
}
