import { StartRefusal } from '../../common/config/start-refusal.ts';
import { isLoopback } from '../../common/domain/network.ts';

export interface MailboxPlace {
  readonly host: string;
  readonly port: number;
  /** tls: from the first byte · starttls: the server must offer it · none: the loopback address. */
  readonly protection: 'tls' | 'starttls' | 'none';
  readonly user: string;
  readonly password: string;
  readonly mailbox: string;
}

export function mailboxPlace(address: string): MailboxPlace {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 993 : 143),
      protection: secure ? 'tls' : isLoopback(url.hostname) ? 'none' : 'starttls',
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      mailbox: decodeURIComponent(url.pathname.replace(/^\//, '')) || 'INBOX',
    };
  } catch {
    throw new StartRefusal(
      'INBOUND_IMAP_URL has a % that begins no percent-encoded character; write %25 for a %.',
    );
  }
}
