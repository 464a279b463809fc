import { NO_TLS_FOR_LOGIN } from '../../../../common/config/smtp-url.ts';
import type { Fault } from '../outcome.ts';
import { flatten } from './reply-lines.ts';

export interface NodemailerError extends Error {
  readonly code?: string | undefined;
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
}

/** OpenSSL's and Node's error codes for an unacceptable certificate or handshake. */
const tlsTrouble = /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

export const isTlsTrouble = (code: string): boolean => tlsTrouble.test(code);

export function faultOf(error: NodemailerError): Fault {
  // A 4xx at any step up to here (greeting, login, STARTTLS) asks for patience.
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
      // A connection that was cut during the handshake shows nothing about certificates.
      return error.responseCode === undefined && /closed unexpectedly/.test(error.message)
        ? 'connection'
        : 'tls';
    case 'ECONNECTION':
      return error.responseCode === undefined ? 'connection' : 'greeting';
    default:
      return isTlsTrouble(error.originalCode ?? '') ? 'tls' : 'connection';
  }
}

export function reasonOfFault(error: NodemailerError, hasLogin: boolean): string {
  const said = flatten(error.message);
  // For an unacceptable certificate nodemailer reports the same code and command, but without a reply.
  const refused = error.code === 'ETLS' && error.command === 'STARTTLS' && error.responseCode !== undefined;
  return hasLogin && refused ? `${NO_TLS_FOR_LOGIN}: ${said}` : said;
}
