import type { applyMailEvent } from '../common/changes/mail-events.ts';
import type { Config } from '../common/config.ts';
import type { AddressReport, EventResult, MailEvent } from '../common/domain/mail-events.ts';
import type { Verdict } from '../common/domain/reply-classes.ts';
import { readUnsubscribeAddress } from '../common/domain/token-addresses.ts';
import { type TokenContent, type TokenKey, tokenKey } from '../common/domain/tokens.ts';
import type { Logger } from '../common/log.ts';
import type { findByProviderId } from '../common/queries/provider-ids.ts';
import { type Clues, reportedMail } from './clues.ts';
import { REPORT_BYTES } from './domain-reports/limits.ts';
import type { DomainReports } from './domain-reports/take.ts';
import { mailAddresses, reportAddresses } from './mail-addresses.ts';
import { countEvent, countUnread, type ReportSource } from './metrics.ts';
import { oneLine } from './one-line.ts';
import { ReadersBusy, type ReportReader } from './reports/apart.ts';
import { KEPT_BYTES } from './reports/limits.ts';
import type { Report } from './reports/report.ts';

export interface ReportedEvent extends Verdict {
  readonly kind: MailEvent['kind'];
  readonly recipient: string | null;
  readonly reply: string;
  readonly clues: Clues;
}

/** Each method resolves once all events are stored with majority, and rejects while a store is away. Idempotent. */
export interface Receiver {
  /**
   * A mail that came back. `envelope`: the recipients of its envelope; null if unknown, as in a mailbox. `unread`: it is no report.
   * `forward`: takes and counts a mail that is no report about a mail of ours.
   */
  mail(
    source: ReportSource,
    raw: Uint8Array,
    envelope: readonly string[] | null,
    forward?: (() => Promise<void>) | null,
  ): Promise<EventResult[] | 'unread'>;
  events(source: ReportSource, events: readonly ReportedEvent[]): Promise<EventResult[]>;
  /** Whether a recipient has a token of ours, as every recipient of the SMTP listener must. */
  knows(recipient: string): boolean;
  /** Bytes of a mail to these recipients that are read. */
  room(recipients: readonly string[]): number;
}

/** The part of the receiver that a mailbox or a listener hands mails to. */
export type MailTaker = Pick<Receiver, 'mail' | 'room'>;

export interface ReceiverParts {
  readonly apply: typeof applyMailEvent;
  readonly find: typeof findByProviderId;
  readonly read: ReportReader['read'];
  readonly domainReports?: DomainReports;
  readonly log: Logger;
}

const NAMELESS = { recipient: null, reply: '', class: 'unknown', rule: 'report-without-recipient' } as const;

/** Addresses of one report that are read. Our mails have one recipient each. */
const MOST_RECIPIENTS = 20;
const AT_ONCE = 8;

export function createReceiver(
  config: Config,
  { apply, find, read, domainReports, log }: ReceiverParts,
): Receiver {
  const key = tokenKey(config.signingSecrets);

  async function write(source: ReportSource, event: MailEvent): Promise<EventResult> {
    const result = await apply(event, config);
    countEvent(source, event.kind, result);
    return result;
  }

  const isForReports = (recipients: readonly string[]): boolean =>
    Boolean(domainReports?.ownerOf(recipients));

  async function unsubscribe(source: ReportSource, addresses: readonly string[]): Promise<EventResult[]> {
    const mails = new Map(
      addresses.flatMap((one) => readUnsubscribeAddress(one, key) ?? []).map((mail) => [mail.id, mail]),
    );
    const results: EventResult[] = [];
    for (const mail of mails.values()) results.push(await write(source, unsubscribedBy(mail)));
    return results;
  }

  return {
    async mail(source, raw, envelope, forward) {
      const owner = domainReports?.ownerOf(envelope ?? reportAddresses(raw));
      if (owner) {
        await domainReports?.take(source, raw, owner);
        return [];
      }
      const { returnPaths, unsubscribes } = envelope
        ? { returnPaths: envelope, unsubscribes: envelope }
        : mailAddresses(raw);
      const account = reportedMail({ returnPaths, unsubscribes, messageIds: [] }, key)?.account ?? 0;
      // A mail that cannot be read will not be readable later either.
      const report = await read(raw, account).catch((error: unknown) => {
        if (error instanceof ReadersBusy) throw error;
        log.warn({ err: error, source, bytes: raw.byteLength }, 'returned mail cannot be read');
        return null;
      });
      // An automatic reply to such an address unsubscribes: some mail readers send it without a person.
      if (report === null || report === 'unheard' || report.kind === 'auto_reply') {
        const results = await unsubscribe(source, unsubscribes);
        if (report === null) await forward?.();
        if (report !== null || results.length > 0) return results;
        if (!forward) countUnread(source);
        return 'unread';
      }
      const { kind } = report;
      const paths = [...(report.byEnclosed ? [] : returnPaths), ...(report.returnPaths ?? [])];
      const mail = reportedMail({ ...report, returnPaths: paths }, key);
      if (!mail) {
        await forward?.();
        countEvent(source, kind, 'foreign');
        return ['foreign'];
      }
      const [first = NAMELESS, ...others] = saidIn(report).slice(0, MOST_RECIPIENTS);
      const event = { ...mail, kind, ...first, ...(others.length > 0 && { others }) };
      return [await write(source, event)];
    },

    async events(source, events) {
      const results: EventResult[] = [];
      const known = await find(events.flatMap(({ clues }) => clues.providerIds ?? []));
      const byDelivery = new Map<number, MailEvent[]>();
      for (const { clues, recipient, reply, ...event } of events) {
        const mail = reportedMail(clues, key, known);
        if (!mail) {
          countEvent(source, event.kind, 'foreign');
          results.push('foreign');
          continue;
        }
        const said = { ...event, ...mail, recipient: plainAddress(recipient), reply: oneLine(reply) };
        const others = byDelivery.get(mail.delivery);
        if (others) others.push(said);
        else byDelivery.set(mail.delivery, [said]);
      }
      const groups = byDelivery.values();
      const lane = async (): Promise<void> => {
        for (const group of groups) for (const event of group) results.push(await write(source, event));
      };
      await allSettled(Array.from({ length: AT_ONCE }, lane));
      return results;
    },

    knows: (recipient) =>
      isOurs(recipient, config.bounceDomain, key) ||
      (config.bounceDomain !== null && isForReports([recipient])),
    room: (recipients) => (isForReports(recipients) ? REPORT_BYTES : KEPT_BYTES),
  };
}

const saidIn = ({ recipients }: Report): AddressReport[] =>
  recipients.flatMap(({ address, aliases = [], reply, class: name, rule }) =>
    [address, ...aliases].map((recipient) => ({ recipient, reply: oneLine(reply), class: name, rule })),
  );

const unsubscribedBy = ({ account, id, second }: TokenContent): MailEvent => ({
  kind: 'unsubscribed',
  account,
  delivery: id,
  ...(second > 0 && { contact: second }),
  attempt: null,
  recipient: null,
  reply: '',
  class: 'unknown',
  rule: 'unsubscribe-mail',
});

function isOurs(recipient: string, domain: string | null, key: TokenKey): boolean {
  // A host of a sending domain leads here, too; the token is the proof.
  if (domain === null) return false;
  return (
    reportedMail({ returnPaths: [recipient], messageIds: [] }, key) !== null ||
    readUnsubscribeAddress(recipient, key) !== null
  );
}

function plainAddress(address: string | null): string | null {
  const plain = address?.slice(0, 400).replace(/^.*</s, '').replace(/>.*$/s, '').trim();
  return plain === undefined || plain === '' ? null : plain;
}

/** Waits for all of them, so that none is under way when one has failed. */
async function allSettled(all: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason;
}
