import { ImapFlow } from 'imapflow';
import type { Logger } from '../../common/log.ts';
import { mongodbAway } from '../../common/store/outages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { reportAddresses } from '../mail-addresses.ts';
import type { MailTaker } from '../receiver.ts';
import { ReadersBusy } from '../reports/apart.ts';
import { KEPT_BYTES } from '../reports/limits.ts';
import type { MailboxPlace } from './mailbox-url.ts';

export interface MailboxSettings {
  /** Between two looks. */
  readonly seconds: number;
  /** Null: read mails stay, and are marked as seen. */
  readonly moveTo: string | null;
  readonly delete: boolean;
}

const AT_ONCE = 200;
const ANSWER_MS = 60_000;

/**
 * Reads mails from a mailbox, and waits for more, until `stopping`. A mail is marked, moved or deleted after its events are stored:
 * after a crash in between it is read again, without further effect. Rejects when the connection breaks, and while MongoDB is away.
 */
export async function readMailbox(
  { host, port, protection, user, password, mailbox }: MailboxPlace,
  settings: MailboxSettings,
  receiver: MailTaker,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const client = new ImapFlow({
    host,
    port,
    secure: protection === 'tls',
    ...(protection !== 'tls' && { doSTARTTLS: protection === 'starttls' }),
    auth: { user, pass: password },
    clientInfo: { name: 'mailing-service' },
    logger: false,
    disableCompression: true,
    autoIdleDelay: 500,
    maxIdleTime: settings.seconds * 1000,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: Math.max(ANSWER_MS, 3 * settings.seconds * 1000),
    // A list of all unseen mails is one line.
    maxLineLength: 8 * 2 ** 20,
    maxLiteralSize: 8 * KEPT_BYTES,
    maxResponseSize: 16 * 2 ** 20,
  });
  let broken: Error | null = null;
  let wake = (): void => {};
  client.on('error', (error: Error) => {
    broken ??= error;
  });
  client.on('close', () => {
    broken ??= new Error('the server closed the connection');
    wake();
  });
  let news = false;
  client.on('exists', () => {
    news = true;
    wake();
  });
  const hurry = (): void => wake();
  stopping.addEventListener('abort', hurry);

  const pause = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, settings.seconds * 1000);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (news || broken || stopping.aborted) wake();
    });
  };

  try {
    await client.connect();
    if (settings.moveTo !== null) await client.mailboxCreate(settings.moveTo);
    await client.mailboxOpen(mailbox);
    log.info({ imap_host: host, mailbox }, 'bounce mailbox opened');
    while (!stopping.aborted) {
      news = false;
      const more = await readNext(client, settings, receiver, log, stopping);
      if (broken) throw broken as Error;
      if (!more) await pause();
    }
    await client.logout();
  } finally {
    stopping.removeEventListener('abort', hurry);
    client.close();
  }
}

async function readNext(
  client: ImapFlow,
  settings: MailboxSettings,
  receiver: MailTaker,
  log: Logger,
  stopping: AbortSignal,
): Promise<boolean> {
  // Mails to move or delete leave the mailbox, even if a person has looked at them.
  const leaves = settings.delete || settings.moveTo !== null;
  const found = await client.search(leaves ? { deleted: false, flagged: false } : { seen: false }, {
    uid: true,
  });
  if (found === false) throw new Error('the server does not support SEARCH');
  for (const uid of found.slice(0, AT_ONCE)) {
    if (stopping.aborted) return false;
    const well = await readOne(client, uid, receiver, log);
    await finish(client, uid, settings, well);
  }
  return found.length > AT_ONCE;
}

/** Returns whether the mail could be read; another try would not help. */
async function readOne(client: ImapFlow, uid: number, receiver: MailTaker, log: Logger): Promise<boolean> {
  const which = String(uid);
  const first = async (bytes: number): Promise<Buffer | null> => {
    const mail = await client.fetchOne(which, { source: { start: 0, maxLength: bytes } }, { uid: true });
    return (mail && mail.source) || null;
  };
  let source = await first(KEPT_BYTES);
  const room = source ? receiver.room(reportAddresses(source)) : 0;
  if (source && source.length >= KEPT_BYTES && room > KEPT_BYTES) source = await first(room);
  if (!source) return true;
  try {
    await receiver.mail('imap', source, null);
    return true;
  } catch (error) {
    if (error instanceof ReadersBusy) throw error;
    if (isStoreAway(error)) {
      mongodbAway(error, log);
      throw error;
    }
    log.error({ err: error, uid }, 'mail in the bounce mailbox not processed; it is flagged');
    return false;
  }
}

/** A mail that could not be read stays, flagged for a person. */
async function finish(
  client: ImapFlow,
  uid: number,
  { delete: deletes, moveTo }: MailboxSettings,
  well: boolean,
): Promise<void> {
  const [which, byUid] = [String(uid), { uid: true } as const];
  if (!well) await client.messageFlagsAdd(which, ['\\Seen', '\\Flagged'], byUid);
  else if (deletes) await client.messageDelete(which, byUid);
  else if (moveTo !== null) await client.messageMove(which, moveTo, byUid);
  else await client.messageFlagsAdd(which, ['\\Seen'], byUid);
}
