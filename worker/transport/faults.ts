import type { Fault } from './outcome.ts';
import { flatten } from './replies.ts';
import { NO_TLS_FOR_LOGIN } from './smtp-url.ts';

/** What nodemailer says of a line that could not be opened. */
export interface NodemailerError extends Error {
  readonly code?: string | undefined;
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
}

/** OpenSSL's and Node's names for a certificate or a handshake that will not do. */
const tlsTrouble = /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

/** Whose fault it is that a line could not be opened. Never a recipient's. */
export function faultOf(error: NodemailerError): Fault {
  // A 4xx here is the server's wish for patience, whatever it was asked (a greeting, a login, STARTTLS).
  if (error.responseCode !== undefined && error.responseCode >= 400 && error.responseCode < 500)
    return 'slow_down';
  switch (error.code) {
    case 'EAUTH':
      return error.responseCode === undefined && /closed|timeout/i.test(error.message)
        ? 'connection'
        : 'login';
    case 'EPROTOCOL':
      return 'greeting';
    case 'ETLS':
      // A line that was cut in the handshake says nothing about certificates.
      return error.responseCode === undefined && /closed unexpectedly/.test(error.message)
        ? 'connection'
        : 'tls';
    case 'ECONNECTION':
      return error.responseCode === undefined ? 'connection' : 'greeting';
    default:
      return tlsTrouble.test(error.originalCode ?? '') ? 'tls' : 'connection';
  }
}

/** The same in words, for logs and the paused send. */
export function reasonOf(error: NodemailerError, hasLogin: boolean): string {
  const said = flatten(error.message);
  // Of a certificate that will not do, nodemailer says as much, and there is no reply.
  const refused = error.code === 'ETLS' && error.command === 'STARTTLS' && error.responseCode !== undefined;
  return hasLogin && refused ? `${NO_TLS_FOR_LOGIN}: ${said}` : said;
}
