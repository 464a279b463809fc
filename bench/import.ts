/**
 * The cost of an import: `node --import tsx bench/import.ts [rows] [statuses|dates]`, by default 200,000, on its own MongoDB in a temporary
 * folder. It imports a file of new rows, the same file again (nothing changes), and the file with one changed cell in each
 * row. Rates are wall clock; CPU is user and system time of this process and of mongod.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiveCsv } from '../api/resources/csv-uploads.ts';
import { readConfig } from '../common/config.ts';
import { createLogger } from '../common/log.ts';
import { createIndexes } from '../common/migrations/indexes.ts';
import { ContactType, newContactType } from '../common/models/contact-types.ts';
import { Contact } from '../common/models/contacts.ts';
import { CustomField, newCustomField } from '../common/models/custom-fields.ts';
import { Import, type ImportDocument } from '../common/models/imports.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { startMongod } from '../local/mongod.ts';
import { perform } from '../test/support/job-payloads.ts';
import { rows } from '../test/support/rows.ts';
import importContacts from '../worker/importing/import-contacts.ts';
import { report } from './support/figures.ts';
import { writePeople } from './support/people-file.ts';
import { usageOf } from './support/processes.ts';

/** Rows a second, by what is imported. */
const GOALS: Readonly<Record<string, number>> = { 'fresh rows': 30_000, 'the same file again': 45_000 };

const count = Number(process.argv[2] ?? 200_000);
/** Each row says that its person is subscribed. */
const hasStatuses = process.argv[3] === 'statuses';
/** Each row has a date, of which only the last shows the order of day and month. */
const hasDates = process.argv[3] === 'dates';
const folder = mkdtempSync(join(tmpdir(), 'mailing-bench-'));
const mongod = await startMongod({ folder: join(folder, 'mongodb'), cacheGb: 2 });
const config = readConfig({
  MONGODB_URL: mongod.url('bench'),
  REDIS_URL: 'redis://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  APP_SECRET: 'a secret of thirty-two characters or more',
});
const log = createLogger('worker', 'silent');

try {
  await connectMongo(config.mongodbUrl);
  await createIndexes();
  await rows(ContactType).insertOne(newContactType({ _id: 1, user_id: 1, name: 'Bench' }, new Date()));
  const field = { _id: 1, user_id: 1, field_name: 'born', field_type: 'datetime-local' } as const;
  if (hasDates) await rows(CustomField).insertOne(newCustomField(field, new Date()));
  const fresh = await importFile('fresh rows', writeFile('fresh.csv', 'Street'));
  check(fresh, 'rows_added');
  check(await importFile('the same file again', join(folder, 'fresh.csv')), 'rows_unchanged');
  check(await importFile('a cell of each row changed', writeFile('changed.csv', 'Road')), 'rows_updated');
  const kept = await rows(Contact).countDocuments({ contact_type_id: 1 });
  if (kept !== count) throw new Error(`${kept} contacts are stored instead of ${count}`);
} finally {
  await disconnectMongo();
  await mongod.stop();
  rmSync(folder, { recursive: true, force: true });
}

function writeFile(name: string, street: string): string {
  const path = join(folder, name);
  writePeople(path, { count, street, hasStatuses, hasDates });
  return path;
}

async function importFile(what: string, path: string): Promise<ImportDocument> {
  const file = { path, name: 'bench.csv', type: 'text/csv', bytes: statSync(path).size };
  const { id: importId } = await receiveCsv(file, 1, { id: 1, quotas: config.quotas }, config.limits);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const [own, theirs, started] = [process.cpuUsage(), usageOf(mongod.pid).cpu, performance.now()];
  await perform(
    importContacts,
    { importId },
    { config, log, ring: async () => {}, stopping: new AbortController().signal },
  );
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(own);
  clearInterval(watch);
  const per = (microseconds: number): string => (microseconds / count).toFixed(1);
  console.log(
    `${what}: ${count} rows, ${Math.round((count / ms) * 1000)} rows/s, ${(ms / 1000).toFixed(1)} s, ` +
      `worker ${per(user + system)} µs/row, mongod ${per(usageOf(mongod.pid).cpu - theirs)} µs/row, ` +
      `peak RSS ${Math.round(peak / 2 ** 20)} MB`,
  );
  const goal = count >= 1_000_000 ? GOALS[what] : undefined;
  const bothCpu = user + system + usageOf(mongod.pid).cpu - theirs;
  report(
    {
      what: `import of ${count.toLocaleString('en')} rows, ${what}`,
      value: Math.round((count / ms) * 1000),
      unit: 'rows/s',
      ...(goal !== undefined && { goal: { atLeast: goal } }),
    },
    { what: `CPU of worker and mongod, ${what}`, value: Number(per(bothCpu)), unit: 'µs a row' },
    {
      what: `largest memory, ${what}`,
      value: Math.round(peak / 2 ** 20),
      unit: 'MB',
      goal: { atMost: 300 },
    },
  );
  return (await rows(Import).findOne({ _id: importId }))!;
}

function check(found: ImportDocument, counted: 'rows_added' | 'rows_updated' | 'rows_unchanged'): void {
  if (found.state !== 'completed' || found[counted] !== count || found.rows_read !== count) {
    throw new Error(`the import is off: ${JSON.stringify(found)}`);
  }
}
