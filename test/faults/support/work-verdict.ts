import { mailingOfEmail, mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Import } from '../../../common/models/imports.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import type { Arena } from './arena.ts';
import { compareBooks } from './books.ts';
import type { Setup } from './bounds.ts';
import type { History } from './history.ts';
import type { Tally } from './scenario.ts';
import { EMAILS } from './series.ts';
import { judgeSend } from './verdict.ts';
import { RULE, TYPES, type Work } from './work.ts';

/**
 * Milliseconds after the answer in which a mail may still arrive: one that a worker has already read, or that is under way
 * (scenarios/opt-outs.ts).
 */
const GRACE_MS = 5000;

export interface WorkVerdict extends Pick<Tally, 'recipients' | 'lost' | 'doubled' | 'broken' | 'figures'> {
  readonly history: History;
}

/** Judges work in which no process that hands over mails died: no recipient may be lost, and no mail doubled. */
export async function judgeWork(arena: Arena, setup: Setup, work: Work): Promise<WorkVerdict> {
  const [history, send, all] = await Promise.all([
    work.clients.judge(),
    judgeSend(arena, setup, { utr: work.utr, perKill: 0, foreign: true }),
    compareAll(arena),
  ]);
  const broken = [
    ...send.broken,
    ...all.broken,
    ...history.broken,
    ...(await judgeImport(work)),
    ...(await judgeSeries()),
    ...(await judgeSegment()),
    ...(await judgeOpenings(work)),
    ...(await judgeOptOuts(arena, history)),
    ...(await judgeSmallSends()),
  ];
  const { acknowledged, refused, unknown, unknownDone } = history;
  return {
    recipients: all.recipients,
    lost: all.lost,
    doubled: all.doubled,
    broken,
    history,
    figures: {
      acknowledged,
      refused,
      unknown,
      unknown_done: unknownDone,
      doubted: all.doubted,
      in_doubt: all.states['in_doubt'] ?? 0,
      doubts: (await rows(Delivery).distinct('reply', { state: 'in_doubt' })).join(', '),
      skipped: all.states['skipped'] ?? 0,
      opened: work.opened.size,
    },
  };
}

/** All mailings together: every mail in the books must have a row. */
async function compareAll(arena: Arena) {
  const sends = await rows(SingleSend).distinct('_id', {});
  const emails = await rows(AutomationSchedule).distinct('_id', {});
  return compareBooks({
    mailings: [...sends.map(mailingOfSend), ...emails.map(mailingOfEmail)],
    copies: await arena.copies(),
    kills: [],
    perKill: 0,
    windowMs: 0,
    secret: arena.stack.environment['APP_SECRET']!,
  });
}

async function judgeImport({ imported }: Work): Promise<string[]> {
  const [found, people] = await Promise.all([
    rows(Import).findOne({ file_name: 'all.csv' }),
    rows(Contact).distinct('email_norm', { email_norm: /@import\.example$/ }),
  ]);
  const broken: string[] = [];
  if (found?.state !== 'completed') broken.push(`the import is ${found?.state}: ${found?.failure}`);
  if (found?.rows_added !== imported) broken.push(`${found?.rows_added} rows were added, of ${imported}`);
  if (people.length !== imported)
    broken.push(`${people.length} people are stored, of ${imported} in the file`);
  return broken;
}

/** Every contact of the automation got each of its emails once, or was skipped. */
async function judgeSeries(): Promise<string[]> {
  const people = await rows(Contact).countDocuments({ contact_type_id: TYPES.series, deleted_at: null });
  const emails = await rows(AutomationSchedule).distinct('_id', {});
  const mails = await rows(Delivery).countDocuments({ mailing: { $in: emails.map(mailingOfEmail) } });
  const wanted = people * EMAILS.length;
  return mails === wanted ? [] : [`the series has ${mails} mails, and ${wanted} are due`];
}

async function judgeSegment(): Promise<string[]> {
  const [matching, found, segment] = await Promise.all([
    rows(Contact).distinct('_id', { contact_type_id: TYPES.series, postal_code: RULE, deleted_at: null }),
    rows(SegmentRecipient).distinct('contact_id', { segment_id: 1 }),
    rows(Segment).findOne({ _id: 1 }),
  ]);
  const there = new Set(found);
  const missing = matching.filter((id) => !there.has(id)).length;
  const count = segment?.segment_emails_count;
  return missing === 0 && there.size === matching.length && count === matching.length
    ? []
    : [
        `the segment has ${there.size} rows and counts ${count}, ${matching.length} match, ${missing} of them are missing`,
      ];
}

/** The API keeps opens while the database is away, and writes them afterwards. */
async function judgeOpenings({ opened }: Work): Promise<string[]> {
  try {
    await until(
      async () =>
        (await rows(Delivery).countDocuments({ _id: { $in: [...opened] }, opens: { $gt: 0 } })) ===
        opened.size,
      'openings to be written',
      20_000,
    );
    return [];
  } catch {
    return ['openings are missing'];
  }
}

async function judgeOptOuts(arena: Arena, { optedOut }: History): Promise<string[]> {
  const late = (await arena.copies()).filter(({ to, at }) => at > (optedOut.get(to) ?? Infinity) + GRACE_MS);
  return late.length === 0
    ? []
    : [
        `${late.length} were mailed after they had opted out: ${late
          .slice(0, 3)
          .map(({ to }) => to)
          .join(', ')}`,
      ];
}

/** The clients' sends are complete: each of their contacts has a row (the books prove the rest). */
async function judgeSmallSends(): Promise<string[]> {
  const few = await rows(Contact).countDocuments({ contact_type_id: TYPES.few, deleted_at: null });
  const sends = await rows(SingleSend).distinct('_id', { single_send_name: /^Send / });
  const mails = await rows(Delivery).countDocuments({ mailing: { $in: sends.map(mailingOfSend) } });
  return mails === sends.length * few
    ? []
    : [`${sends.length} sends of clients have ${mails} rows, not ${few} each`];
}
