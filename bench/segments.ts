/**
 * The cost of new segments: `node --import tsx bench/segments.ts [contacts]`, by default 1,000,000, on its own MongoDB in a
 * temporary folder:
 * - a walk of all contacts for a rule that a tenth of them matches, and for one that all match;
 * - the change of one contact with 100 segments, when no segment gains or loses a contact, and when half of them do;
 * - an import of a tenth as many rows into the type, without a segment and with a segment that all rows enter.
 * Rates are wall clock; CPU is user and system time of this process and of mongod.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiveCsv } from '../api/resources/csv-uploads.ts';
import { noteContactChanges } from '../common/changes/contact-changes.ts';
import { readConfig } from '../common/config.ts';
import { createIndexes } from '../common/migrations/indexes.ts';
import { ContactChanges } from '../common/models/contact-changes.ts';
import { ContactType, newContactType } from '../common/models/contact-types.ts';
import { Contact } from '../common/models/contacts.ts';
import { newSegment, Segment } from '../common/models/segments.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { nextId } from '../common/store/ids.ts';
import { startMongod } from '../local/mongod.ts';
import { storeContacts } from '../test/support/contacts.ts';
import { perform } from '../test/support/job-payloads.ts';
import { rows } from '../test/support/rows.ts';
import importContacts from '../worker/importing/import-contacts.ts';
import refreshSegments from '../worker/segments/refresh-segments.ts';
import { createWorker } from '../worker/worker.ts';
import { report } from './support/figures.ts';
import { usageOf } from './support/processes.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const TYPE = 1;
const CHANGES = 50;
const folder = mkdtempSync(join(tmpdir(), 'mailing-bench-'));
const mongod = await startMongod({ folder: join(folder, 'mongodb'), cacheGb: 2 });
const config = readConfig({
  MONGODB_URL: mongod.url('bench'),
  REDIS_URL: 'redis://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  APP_SECRET: 'a secret of thirty-two characters or more',
  LOG_LEVEL: 'silent',
});
// There is no Redis, and none is needed.
const worker = createWorker(config, { ring: async () => {} });

try {
  await connectMongo(config.mongodbUrl);
  await createIndexes();
  await rows(ContactType).insertOne(newContactType({ _id: TYPE, user_id: 1, name: 'Bench' }, new Date()));
  await storeContacts({ userId: 1, typeId: TYPE, name: 'person', count }, (index) => ({
    first_name: `Given${index % 997}`,
    city: `City ${index % 10}`,
    custom_field: { age: String(index % 90) },
    custom_number: { age: index % 90 },
  }));
  for (const [what, rule, expected] of [
    ['a walk, a tenth matches', ['city', 'is', 'city 3'], Math.floor((count + 6) / 10)],
    ['a walk, all match', ['city', 'starts with', 'C'], count],
  ] as const) {
    const id = await addSegment(rule[0], rule[1], rule[2]);
    await measured(what, count, 'contact', refreshed);
    await check(id, expected);
  }
  await rows(Segment).updateMany({}, { $set: { deleted_at: new Date() } });
  for (let index = 0; index < 100; index += 1) await addSegment('last_name', 'is', `Nobody${index % 2}`);
  // No contact has a last name, so the walks of these hundred rules can be skipped.
  await rows(Segment).updateMany({}, { $set: { walk: null, walked_version: 1 } });
  for (const [what, name] of [
    ['a changed contact, 100 segments, none concerned', 'Else'],
    ['a changed contact, 100 segments, 50 gain it', 'nobody1'],
  ] as const) {
    await measured(what, CHANGES, 'change', async () => {
      for (let index = 0; index < CHANGES; index += 1) {
        const contact = 1 + Math.floor((index * count) / CHANGES);
        await rows(Contact).updateOne({ _id: contact }, { $set: { last_name: name } });
        await noteContactChanges(1, TYPE, [contact]);
        await refreshed();
      }
    });
  }
  await rows(Segment).updateMany({}, { $set: { deleted_at: new Date() } });
  const few = Math.floor(count / 10);
  await measured('an import without segments', few, 'row', () => importFile('alone', few));
  const id = await addSegment('city', 'is', 'Watched');
  await refreshed();
  const imported = new AbortController();
  await measured('an import, a segment watches', few, 'row', async () => {
    const follow = (async () => {
      while (!imported.signal.aborted) {
        await refreshed();
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    })();
    await importFile('watched', few);
    imported.abort();
    console.log(
      `  left to refresh at its end: ${await rows(ContactChanges).countDocuments()} thousand contacts`,
    );
    await measured('  the rest of the refresh', few, 'row', async () => {
      await follow;
      await refreshed();
    });
  });
  // Includes the rows of the previous import.
  await check(id, 2 * few);
} finally {
  await worker.stop();
  await disconnectMongo();
  await mongod.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function addSegment(field: string, operator: string, value: string): Promise<number> {
  const _id = await nextId('segments');
  const rule = { select_field: [field], select_operator: [operator], value: [value], query_type: null };
  await rows(Segment).insertOne(
    newSegment({ _id, user_id: 1, contact_type_id: TYPE, segment_name: 'Bench', ...rule }, new Date()),
  );
  return _id;
}

/** Refreshes until nothing is left, since one job is shorter than a walk. */
async function refreshed(): Promise<void> {
  let more = true;
  const ring = async (): Promise<void> => {
    more = true;
  };
  while (more) {
    more = false;
    await perform(refreshSegments, { contactTypeId: TYPE }, { ...worker.context, ring });
  }
}

async function check(id: number, expected: number): Promise<void> {
  const segment = await rows(Segment).findOne({ _id: id });
  if (segment?.segment_emails_count !== expected || segment.walk) {
    throw new Error(`${segment?.segment_emails_count} are in the segment instead of ${expected}`);
  }
}

async function importFile(name: string, lines: number): Promise<void> {
  const path = join(folder, `${name}.csv`);
  const body = Array.from(
    { length: lines },
    (_, row) => `G${row % 997},${name}.${row}@example${row % 50}.com,Watched`,
  );
  writeFileSync(path, ['first_name,email,city', ...body].join('\n'));
  const file = { path, name: 'bench.csv', type: 'text/csv', bytes: statSync(path).size };
  const { id: importId } = await receiveCsv(file, 1, { id: TYPE, quotas: config.quotas }, config.limits);
  await perform(importContacts, { importId }, worker.context);
}

async function measured(what: string, units: number, unit: string, work: () => Promise<void>): Promise<void> {
  const [own, theirs, started] = [process.cpuUsage(), usageOf(mongod.pid).cpu, performance.now()];
  await work();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(own);
  const per = (microseconds: number): string => (microseconds / units).toFixed(1);
  report(
    {
      what: `${what.trim()}, of ${units.toLocaleString('en')}`,
      value: Number((ms / 1000).toFixed(1)),
      unit: 's',
    },
    { what: `${what.trim()}, worker`, value: Number(per(user + system)), unit: `µs a ${unit}` },
    {
      what: `${what.trim()}, mongod`,
      value: Number(per(usageOf(mongod.pid).cpu - theirs)),
      unit: `µs a ${unit}`,
    },
  );
  console.log(
    `${what}: ${units}, ${Math.round((units / ms) * 1000)} a second, ${(ms / 1000).toFixed(1)} s, ` +
      `worker ${per(user + system)} µs/${unit}, mongod ${per(usageOf(mongod.pid).cpu - theirs)} µs/${unit}`,
  );
}
