import { readAbuseReport } from './abuse-report.ts';
import { isAutoReply } from './auto-reply.ts';
import { readDeliveryStatus } from './delivery-status.ts';
import { LIMITS } from './limits.ts';
import { type ArrivedMail, readMail } from './mail.ts';
import { copyIn } from './passages.ts';
import { readPlainBounce } from './plain-bounce.ts';
import type { Report } from './report.ts';
import { messageIdsIn, messageIdsOf, returnPathsIn, unsubscribesIn } from './returned-mail.ts';

/**
 * Reads a mail that came back: a delivery status (RFC 3464), an abuse report (RFC 5965), a bounce of another form, or an automatic
 * reply (RFC 3834). Null: it is none. `unheard`: it changes nothing, such as a delivery. Reads the first 256 kB and 2,000 lines; does not throw.
 */
export async function readReport(raw: Uint8Array): Promise<Report | 'unheard' | null> {
  const mail = await readMail(raw);
  if (mail === null) return null;
  const told = readAbuseReport(mail) ?? readDeliveryStatus(mail);
  if (told === 'unheard') return told;
  if (told) return { ...told, ...origin(told.byEnclosed ? enclosedIn(mail) : mail) };
  // A receipt (RFC 8098) only reports that a mail was read or deleted.
  if (mail.parts.some(({ type }) => type === 'message/disposition-notification')) return answered(mail);
  const isAnswer = isAutoReply(mail.headers);
  const isMultipartReport = /^\s*multipart\/report/i.test(mail.headers.get('content-type')?.[0] ?? '');
  const bounce = readPlainBounce(mail);
  // Servers also mark bounces as automatic replies, but a bounce names an address or has the form of a report.
  if (
    bounce &&
    !(isAnswer && !isMultipartReport && bounce.recipients.every(({ address }) => address === null))
  )
    return { ...bounce, ...origin(mail) };
  return isAnswer ? answered(mail) : null;
}

const answered = (mail: ArrivedMail): Report => ({ kind: 'auto_reply', recipients: [], ...origin(mail) });

const enclosedIn = ({ parts }: ArrivedMail) => ({ headers: new Map<string, string[]>(), text: '', parts });

function origin({
  headers,
  text,
  parts,
}: Pick<ArrivedMail, 'headers' | 'text' | 'parts'>): Pick<
  Report,
  'messageIds' | 'returnPaths' | 'unsubscribes'
> {
  const returned = [
    ...parts.filter(({ type }) => type !== 'message/delivery-status').map((part) => part.text),
    copyIn(text),
  ];
  const referred = ['in-reply-to', 'references', 'original-message-id', 'x-original-message-id'].flatMap(
    (name) => headers.get(name) ?? [],
  );
  const messageIds = new Set([...returned.flatMap(messageIdsIn), ...referred.flatMap(messageIdsOf)]);
  const returnPaths = new Set(returned.flatMap(returnPathsIn));
  const unsubscribes = new Set(returned.flatMap(unsubscribesIn));
  return {
    messageIds: [...messageIds].slice(0, LIMITS.messageIds),
    returnPaths: [...returnPaths].slice(0, LIMITS.messageIds),
    unsubscribes: [...unsubscribes].slice(0, LIMITS.messageIds),
  };
}
