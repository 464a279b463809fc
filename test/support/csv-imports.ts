import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CsvReading, receiveCsv } from '../../api/resources/csv-uploads.ts';
import { now } from '../../common/clock.ts';
import { type Config, readConfig } from '../../common/config.ts';
import type { FieldType } from '../../common/domain/custom-values.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { createLogger } from '../../common/log.ts';
import { ContactType, newContactType } from '../../common/models/contact-types.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { CustomField, newCustomField } from '../../common/models/custom-fields.ts';
import { ImportRefusal } from '../../common/models/import-refusals.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { nextId } from '../../common/store/ids.ts';
import importContacts from '../../worker/importing/import-contacts.ts';
import undoImport from '../../worker/lifecycle/jobs/undo-import.ts';
import { prepareDatabase } from './databases.ts';
import { perform } from './job-payloads.ts';
import { rows } from './rows.ts';
import { keptMongodbUrl } from './services.ts';
import { neverStopping } from './stopping.ts';

export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/csv/${name}.csv`, import.meta.url));

/** The row counts of an import: added, updated, unchanged, refused. */
export const counts = (found: ImportDocument): [number, number, number, number] => [
  found.rows_added,
  found.rows_updated,
  found.rows_unchanged,
  found.rows_refused,
];

/** Uploads and imports files without HTTP and queue, in a separate database. Each `type` is a new contact type. */
export interface CsvImports {
  readonly config: Config;
  readonly userId: number;
  readonly rings: { name: string; payload: object }[];
  type(): Promise<number>;
  field(name: string, type: FieldType): Promise<number>;
  upload(typeId: number, file: Buffer | string, reading?: CsvReading, name?: string): Promise<number>;
  run(importId: number, stopping?: AbortSignal, quotas?: Config['quotas']): Promise<ImportDocument>;
  /** Undoes an import. */
  undo(importId: number, stopping?: AbortSignal): Promise<ImportDocument>;
  /** Uploads and imports a file. */
  load(typeId: number, file: Buffer | string, reading?: CsvReading, name?: string): Promise<ImportDocument>;
  import(importId: number): Promise<ImportDocument>;
  /** The contacts of a type, ordered by address, without deleted ones. */
  contacts(typeId: number): Promise<ContactDocument[]>;
  /** The refused rows, as `line: reason`. */
  refusals(importId: number): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startCsvImports(
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<CsvImports> {
  const config = readConfig({
    MONGODB_URL: await keptMongodbUrl(name),
    REDIS_URL: 'redis://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    APP_SECRET: 'a secret of thirty-two characters or more',
    // Nobody answers there.
    DNS_SERVERS: '127.0.0.1:9',
    ...settings,
  });
  await connectMongo(config.mongodbUrl);
  await prepareDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'mailing-csv-'));
  const upload = uploadsTo(folder, config);
  const jobs = importJobs(config);
  return {
    config,
    userId: OWNER,
    upload,
    ...jobs,
    load: async (...given) => jobs.run(await upload(...given)),
    ...BOOKS,
    async stop() {
      rmSync(folder, { recursive: true, force: true });
      await disconnectMongo();
    },
  };
}

const OWNER = 1;

/** Receives files, which lie in a folder. */
function uploadsTo(folder: string, { limits, quotas }: Config): CsvImports['upload'] {
  let files = 0;
  return async (typeId, text, reading, name = 'list.csv') => {
    files += 1;
    const path = join(folder, `${files}.csv`);
    writeFileSync(path, text);
    const file = { path, name, type: 'text/csv', bytes: statSync(path).size };
    return (await receiveCsv(file, typeId, { id: OWNER, quotas }, limits, reading)).id;
  };
}

/** The jobs of an import, and what they rang for. */
function importJobs(config: Config): Pick<CsvImports, 'rings' | 'run' | 'undo'> {
  const log = createLogger('worker', process.env['LOG_LEVEL'] ?? 'silent');
  const rings: CsvImports['rings'] = [];
  const ring = async (name: string, payload: JobPayloads[keyof JobPayloads]) => {
    rings.push({ name, payload });
  };
  return {
    rings,
    async run(importId, stopping = neverStopping(), quotas = config.quotas) {
      await perform(importContacts, { importId }, { config: { ...config, quotas }, log, ring, stopping });
      return BOOKS.import(importId);
    },
    async undo(importId, stopping = neverStopping()) {
      const unasked = { _id: importId, undo_state: { $exists: false } };
      await rows(Import).updateOne(unasked, { $set: { undo_state: 'waiting' } });
      await perform(undoImport, { importId }, { log, ring, stopping });
      return BOOKS.import(importId);
    },
  };
}

/** Reads and writes the database. */
const BOOKS: Pick<CsvImports, 'type' | 'field' | 'import' | 'contacts' | 'refusals'> = {
  async type() {
    const _id = await nextId('contact_types');
    await rows(ContactType).insertOne(newContactType({ _id, user_id: OWNER, name: 'Type' }, now()));
    return _id;
  },
  async field(field_name, field_type) {
    const _id = await nextId('custom_fields');
    await rows(CustomField).insertOne(newCustomField({ _id, user_id: OWNER, field_name, field_type }, now()));
    return _id;
  },
  import: async (importId) => (await rows(Import).findOne({ _id: importId }))!,
  contacts: (typeId) =>
    rows(Contact).find({ contact_type_id: typeId, deleted_at: null }).sort({ email_norm: 1 }).toArray(),
  async refusals(importId) {
    const found = await ImportRefusal.find({ '_id.import_id': importId }).sort({ _id: 1 }).toArray();
    return found.map(({ _id, reason }) => `${_id.line}: ${reason}`);
  },
};
