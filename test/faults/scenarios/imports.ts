import { setTimeout as delay } from 'node:timers/promises';
import { Contact } from '../../../common/models/contacts.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, patiently } from '../support/arena.ts';
import { uploadCsv } from '../support/csv-upload.ts';
import type { JobFault } from '../support/faults-during-jobs.ts';
import { runOutLeases } from '../support/leases.ts';
import type { Tally } from '../support/scenario.ts';

/** One in so many rows repeats a much earlier address with another city. As many contacts exist before the import. */
const REPEATS = 50;
const THERE = 7;

/** The number of the person in a row; of several rows for one person, the last counts. */
const personAt = (row: number): number => (row % REPEATS === REPEATS - 1 ? Math.floor(row / 2) : row);
const cityAt = (row: number): string => (personAt(row) === row ? 'Köln' : 'Bonn');

function fileOf(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, row) => `person.${personAt(row)}@domain${personAt(row) % 50}.example,Person ${row},${cityAt(row)}\n`,
  );
  return `email,first_name,city\n${lines.join('')}`;
}

/** The expected city of each address after the import; the contacts that existed before are in the file too. */
function expectedOf(count: number): Map<string, string> {
  const cities = new Map<string, string>();
  for (let row = 0; row < count; row += 1) {
    cities.set(`person.${personAt(row)}@domain${personAt(row) % 50}.example`, cityAt(row));
  }
  return cities;
}

async function upload({ stack }: Arena, contactTypeId: number, file: string): Promise<number> {
  await uploadCsv(stack, contactTypeId, file, 'people.csv');
  return (await rows(Import).find().sort({ _id: -1 }).limit(1).next())!._id;
}

const readImport = async (id: number): Promise<ImportDocument> =>
  (await patiently(() => rows(Import).findOne({ _id: id })))!;

interface Fault extends Pick<JobFault, 'name' | 'claim'> {
  /** The fault in some words. */
  readonly faults: string;
  /** Workers that live from the beginning; without them, one starts after the last fault. */
  readonly workers: number;
  /** Causes the fault when about so many rows are read. */
  strike(arena: Arena, importId: number, line: number): Promise<void>;
}

/** Imports a file during faults. Afterwards contacts and counts must be those of the file. */
const brokenImport = ({ name, claim, faults, workers, strike }: Fault): JobFault => ({
  name,
  claim,
  sizes: { short: 10_000, full: 100_000 },
  contacts: (size) => Math.floor(size / THERE),
  async breakIt({ arena, contactTypeId, size, short }) {
    if (workers > 0) await arena.startWorkers(workers);
    const importId = await upload(arena, contactTypeId, fileOf(size));
    const strikes = short ? 2 : 5;
    for (let done = 0; done < strikes; done += 1) {
      await strike(arena, importId, ((done + arena.random.share()) / (strikes + 1)) * size);
    }
    if (workers === 0) await arena.startWorkers(1);
    const found = await until(
      async () => {
        const one = await readImport(importId);
        return one.state === 'completed' || one.state === 'failed' ? one : null;
      },
      'the import to end',
      300_000,
    );
    return { ...(await judge(found, size)), faults: `${strikes} ${faults}` };
  },
});

async function judge(found: ImportDocument, size: number): Promise<Omit<Tally, 'faults'>> {
  const broken: string[] = [];
  const expected = expectedOf(size);
  const there = await rows(Contact)
    .find({ contact_type_id: found.contact_type_id, deleted_at: null })
    .toArray();
  const seen = new Map<string, number>();
  let wrong = 0;
  for (const { email, city } of there) {
    seen.set(email, (seen.get(email) ?? 0) + 1);
    if (expected.get(email) !== city) wrong += 1;
  }
  const lost = [...expected.keys()].filter((email) => !seen.has(email)).length;
  const before = Math.floor(size / THERE);
  // Contacts that existed before. If the number of one ends a run of fifty, no row of the file has it.
  const known = Array.from({ length: before }, (_, at) => `person.${at}@domain${at % 50}.example`);
  const untouched = known.filter((email) => !expected.has(email)).length;
  const added = expected.size - (before - untouched);
  if (wrong !== untouched) broken.push(`${wrong - untouched} contacts are not as the file says`);
  if (found.state !== 'completed') broken.push(`it ${found.state}: ${found.failure}`);
  const { rows_read, rows_added, rows_updated, rows_unchanged, rows_refused } = found;
  if (rows_read !== size || rows_refused !== 0)
    broken.push(`${rows_read} rows read, ${rows_refused} refused`);
  if (rows_added !== added) broken.push(`${rows_added} counted as added, and ${added} were`);
  if (rows_updated + rows_unchanged + rows_added !== size) broken.push('the counts do not add up');
  return {
    recipients: size,
    lost,
    doubled: there.length - seen.size,
    bound: 0,
    broken,
    figures: { rows_added, rows_updated, rows_unchanged, leases_in_a_row: found.leases },
  };
}

const reached = (importId: number, line: number): Promise<boolean> =>
  until(
    async () => {
      const { rows_read, state } = await readImport(importId);
      return rows_read >= line || state === 'completed';
    },
    'the import to go on',
    120_000,
  );

export const importMongodKills = brokenImport({
  name: 'import-mongod-kills',
  claim: 'kill -9 of mongod in an import: each row once, counts exact, resumed unaided',
  faults: 'kills of mongod',
  workers: 1,
  async strike({ stack, random }, importId, line) {
    await reached(importId, line);
    await delay(random.between(0, 50));
    await stack.mongod.kill();
    await delay(random.between(0, 2000));
    stack.mongod = await stack.startMongod();
  },
});

export const importWorkerKills = brokenImport({
  name: 'import-worker-kills',
  claim: 'workers die in an import, between a batch and its checkpoint: each row once, counts exact',
  faults: 'deaths',
  workers: 0,
  async strike(arena) {
    const victim = arena.stack.startWorker({ FAILPOINTS: `mid-import@${arena.random.integer(1, 3)}` });
    await arena.died(victim);
    await runOutLeases('now');
  },
});
