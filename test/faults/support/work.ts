import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../../bench/support/ask.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { ContactChanges } from '../../../common/models/contact-changes.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { Import } from '../../../common/models/imports.ts';
import { Segment } from '../../../common/models/segments.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { mailOf } from '../../support/mail-of.ts';
import { oldToken } from '../../support/old-tokens.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, patiently } from './arena.ts';
import { changesOf } from './changes.ts';
import { uploadCsv } from './csv-upload.ts';
import { type Clients, startHistory } from './history.ts';
import { laySeries } from './series.ts';

/** Contact types: for the send, for the automation, for the clients' sends, and for uploads. */
export const TYPES = { everybody: 1, series: 2, few: 3, uploads: 4 } as const;
const FEW = 2;
/** This share of the recipients unsubscribes: those whose mails are sent last. */
const OPT_OUT_SHARE = 0.1;
export const RULE = /7$/;

/** All kinds of work at once: a send, an import, an automation, a segment, opens, and changes by clients. */
export interface Work {
  /** The utr of the large send. */
  readonly utr: string;
  readonly clients: Clients;
  /** Deliveries whose open was answered. */
  readonly opened: ReadonlySet<number>;
  /** Number of rows of the imported file. */
  readonly imported: number;
  /** Ends the clients; resolves when all work has ended. */
  end(): Promise<void>;
}

const ENDED_S = 150;

/** `hasOldLinks`: its mails are opened by links as versions before accounts in tokens made them, which both versions know. */
export async function startWork(
  arena: Arena,
  size: number,
  workers: number,
  hasOldLinks = false,
): Promise<Work> {
  const { stack } = arena;
  const imported = Math.floor(size / 4);
  await arena.lay(size);
  for (const name of ['Series', 'Few', 'Uploads']) await stack.call('/contacts-type/add', { name });
  for (let at = 0; at < FEW; at += 1) {
    const email = `few.${at}@example.com`;
    await stack.call('/contacts/add', { contact_type_id: TYPES.few, email, country: 1 });
  }
  await laySeries(stack, TYPES.series);
  await stack.call('/segment/store', {
    segment_name: 'Sevens',
    contact_type_id: TYPES.series,
    select_field: ['postal_code'],
    select_operator: ['ends with'],
    value: ['7'],
    query_type: 'and',
  });
  await arena.startWorkers(workers);
  await uploadPeople(arena, imported);
  const utr = await arena.send({ recipient_id: [`contacts_${TYPES.everybody}`] });
  await arena.opened(utr);
  const late = Array.from({ length: Math.floor(size * OPT_OUT_SHARE) }, (_, at) => size - 1 - at);
  const audience = late.map((number) => `person.${number}@domain${number % 50}.example`);
  const types = { joined: TYPES.series, few: TYPES.few, uploads: TYPES.uploads, audience };
  const clients = startHistory(stack, changesOf(types));
  const reader = startReader(arena, await arena.mailing(utr), hasOldLinks);
  return {
    utr,
    clients,
    opened: reader.opened,
    imported,
    async end() {
      await Promise.all([clients.stop(), reader.stop()]);
      let left: readonly string[] = [];
      const isOver = async (): Promise<boolean> => {
        left = await patiently(whatIsLeft);
        return left.length === 0;
      };
      await until(isOver, 'all work to be over', ENDED_S * 1000).catch((error: Error) => {
        throw new Error(`${error.message}: ${left.join(', ')} left`);
      });
    },
  };
}

function uploadPeople({ stack }: Arena, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, at) => `imported.${at}@import.example,Imported,${10_000 + at}\n`,
  );
  return uploadCsv(stack, TYPES.series, `email,first_name,postal_code\n${lines.join('')}`, 'all.csv');
}

/** Opens accepted mails of a mailing, each once. */
function startReader({ stack }: Arena, mailing: string, hasOldLinks: boolean) {
  const over = new AbortController();
  const secret = stack.environment['APP_SECRET']!;
  const key = tokenKey(secret);
  const opened = new Set<number>();
  const done = (async () => {
    for (let after = 0; !over.signal.aborted; ) {
      const accepted = await patiently(() =>
        rows(Delivery)
          .find({ mailing, state: 'accepted', _id: { $gt: after } }, { projection: { user_id: 1 } })
          .sort({ _id: 1 })
          .limit(20)
          .toArray(),
      );
      for (const row of accepted) {
        const token = hasOldLinks ? oldToken(secret, 'open', row._id) : signToken(key, 'open', mailOf(row));
        const answer = await ask(`${stack.origin}/o/${token}`).catch(() => null);
        if (answer?.ok) opened.add(row._id);
        await answer?.arrayBuffer();
        after = row._id;
      }
      await delay(100);
    }
  })();
  return {
    opened,
    async stop() {
      over.abort();
      await done;
    },
  };
}

/** The work that is left, as texts; when the clients have ended, it can only become less. */
async function whatIsLeft(): Promise<readonly string[]> {
  const series = { contact_type_id: TYPES.series, deleted_at: null };
  const [imports, sends, changes, segment, people, enrolled, done, mails] = await Promise.all([
    rows(Import).countDocuments({ state: { $in: ['waiting', 'running'] } }),
    rows(SingleSend).countDocuments({ status: { $ne: 3 } }),
    rows(ContactChanges).countDocuments({}),
    rows(Segment).findOne({ _id: 1 }),
    rows(Contact).countDocuments(series),
    rows(Enrollment).countDocuments({}),
    rows(Enrollment).countDocuments({ state: 'done' }),
    rows(Delivery).countDocuments({ state: { $in: ['pending', 'deferred'] } }),
  ]);
  const left = {
    imports,
    sends,
    changes,
    walks: segment?.walk === null ? 0 : 1,
    people: people - enrolled,
    enrollments: enrolled - done,
    mails,
  };
  return Object.entries(left)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${count} ${what}`);
}
