import { now } from '../clock.ts';
import type { Config } from '../config.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import { domainOf } from '../domain/domain-of.ts';
import { isErased } from '../domain/erased-addresses.ts';
import type { AddressReport, EventResult, MailEvent } from '../domain/mail-events.ts';
import { GONE } from '../domain/reply-classes.ts';
import { Delivery, type DeliveryDocument } from '../models/deliveries.ts';
import { Mailing } from '../models/mailings.ts';
import { findLostMail } from '../queries/lost-mails.ts';
import { findMail } from '../queries/mail-links.ts';
import { rowsOfToken } from '../queries/token-rows.ts';
import { isOfAddress, noteBouncedAddresses } from './bounced-addresses.ts';
import { recordEvents, tellContacts } from './engagement.ts';
import { toldChange } from './event-notes.ts';
import { markDirty, refreshFigures } from './figures.ts';
import { pauseByBrake } from './mailings.ts';
import { believes, countReplies, refusesUnknown, repliesOf, tooManyGone } from './reply-counts.ts';
import { addComplaint, addOptOuts } from './suppressions.ts';

const REPLY_LENGTH = 500;

const MAIL_FIELDS = {
  mailing: 1,
  user_id: 1,
  batch: 1,
  email: 1,
  email_norm: 1,
  state: 1,
  attempts: 1,
  doubted: 1,
  complained_at: 1,
  retried_at: 1,
} as const;
type MailRow = Pick<DeliveryDocument, '_id' | keyof typeof MAIL_FIELDS>;

/** Stores the results first (suppressions, opt-outs, figures, brakes) and the row last, so a crash or repeated report applies again. */
export async function applyMailEvent(event: MailEvent, _config: Config): Promise<EventResult> {
  if (event.kind === 'deferred') return 'ignored';
  if (event.kind === 'unsubscribed') return unsubscribe(event);
  const row = await rowsOfToken(Delivery, event.account).findOne<MailRow>(
    { _id: event.delivery },
    { projection: MAIL_FIELDS },
  );
  if (!row) return 'foreign';
  const of = [event, ...(event.others ?? [])].find((one) => names(row.email, one)) ?? event;
  // A server's reply may name the recipient.
  const said = { ...event, ...of, ...(isErased(row.email) && { reply: '' }) };
  return event.kind === 'bounced' ? bounce(row, said) : complain(row, said);
}

/** Whether a report is about the recipient. True also when it names no address, or the recipient's was erased. */
const names = (email: string, { recipient }: AddressReport): boolean =>
  recipient === null || isErased(email) || normalizeAddress(recipient) === normalizeAddress(email);

/** The attempts of an accepted row do not include the accepted one; those of other rows include all. */
const attemptOf = ({ state, attempts = 0 }: MailRow): number =>
  state === 'accepted' || state === 'pending' ? attempts + 1 : attempts;

/**
 * Also a pending row, whose acceptance is not written yet, and doubtful ones (in doubt, or waiting to be sent again): all were accepted.
 */
const canBounce = ({ state, doubted, retried_at }: MailRow): boolean =>
  state === 'accepted' ||
  state === 'pending' ||
  state === 'in_doubt' ||
  (state === 'deferred' && doubted === true && retried_at === undefined);

async function bounce(row: MailRow, event: MailEvent): Promise<EventResult> {
  const { _id, mailing, user_id, batch, email, email_norm, state, attempts } = row;
  const attempt = attemptOf(row);
  if (event.attempt !== null && event.attempt !== attempt) return 'ignored';
  if (state === 'bounced') return 'repeated';
  if (!canBounce(row)) return 'ignored';
  const { class: name, rule } = event;
  const reply = event.reply.slice(0, REPLY_LENGTH);
  const domain = domainOf(email_norm);
  // Another address may be a dead mailbox behind a forwarder that works.
  const believes = names(email, event) ? isBelieved(user_id) : async () => false;
  if (isOfAddress(name) || (name === 'unknown' && (await isAboutAddress(row, event))))
    await noteBouncedAddresses([
      { user_id, email, class: name, rule, reply, mailing, delivery: _id, believes },
    ]);
  await markDirty(user_id, [batch]);
  const { modifiedCount } = await toldChange(
    [{ user_id, type: 'delivery.bounced', id: _id, attempt, class: name }],
    () =>
      Delivery.of(user_id).updateOne(
        { _id, state, attempts: attempts ?? { $exists: false } },
        {
          $set: { state: 'bounced', bounced_at: now(), attempts: attempt, reply, class: name, rule },
          $unset: { due_at: '' },
        },
      ),
  );
  // Its acceptance was written meanwhile, or another report bounced it.
  if (modifiedCount === 0) return applyAgain(event, row);
  const [gone, unknown] = [GONE.has(name) ? 1 : 0, name === 'unknown' ? 1 : 0];
  if (gone + unknown > 0)
    await countReplies(user_id, {
      replies: 0,
      gone,
      domains: new Map([[domain, { replies: 0, gone, unknown }]]),
    });
  if (gone > 0) {
    await pauseByBrake(user_id, mailing, 'bounces', await refreshFigures(user_id, mailing));
  }
  return 'applied';
}

/** Reads the row again if it changed; the caller retries an unchanged row later. */
async function applyAgain(event: MailEvent, { _id, user_id, state }: MailRow): Promise<EventResult> {
  const now = await Delivery.of(user_id).findOne<MailRow>({ _id });
  if (!now) return 'foreign';
  return now.state === state ? 'ignored' : bounce(now, event);
}

/** Whether an unknown reason may be the recipient's: the report names it, and its domain takes most mails. */
async function isAboutAddress({ user_id, email, email_norm }: MailRow, event: MailEvent): Promise<boolean> {
  if (!names(email, event)) return false;
  const theirs = (await repliesOf(user_id)).domains.get(domainOf(email_norm));
  return !theirs || !refusesUnknown(theirs);
}

const isBelieved =
  (userId: number) =>
  async (domain: string): Promise<boolean> => {
    const replies = await repliesOf(userId);
    const theirs = replies.domains.get(domain);
    return believes(replies) && !(theirs && tooManyGone(theirs));
  };

/** A complaint about any attempt is valid: the recipient saw that mail. */
async function complain(row: MailRow, event: MailEvent): Promise<EventResult> {
  const { _id, mailing, user_id, batch, email, complained_at } = row;
  if (complained_at) return 'repeated';
  await addComplaint(user_id, email, { reply: event.reply.slice(0, REPLY_LENGTH), mailing });
  await markDirty(user_id, [batch]);
  const { modifiedCount } = await toldChange([{ user_id, type: 'delivery.complained', id: _id }], () =>
    Delivery.of(user_id).updateOne(
      { _id, complained_at: { $exists: false } },
      { $set: { complained_at: now() } },
    ),
  );
  if (modifiedCount === 0) return 'repeated';
  await pauseByBrake(user_id, mailing, 'complaints', await refreshFigures(user_id, mailing));
  return 'applied';
}

/** Like a click on List-Unsubscribe, for a mail of any age (RFC 8058). */
async function unsubscribe({ account, delivery: id, contact = 0 }: MailEvent): Promise<EventResult> {
  const known = await findMail({ account, id });
  const mail = known ?? (await findLostMail({ account, id, second: contact }));
  if (!mail) return 'foreign';
  const { _id, mailing, user_id, email } = mail;
  const of = await Mailing.of(user_id).findOne({ _id: mailing }, { projection: { unsubscribe_group_id: 1 } });
  if (known && !of) return 'foreign';
  const { added } = await addOptOuts(user_id, of?.unsubscribe_group_id ?? null, [email], { by: 'person' });
  await tellContacts(await recordEvents([{ kind: 'unsubscribe', account: user_id, id: _id, at: now() }]));
  return added > 0 ? 'applied' : 'repeated';
}
