import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CsvReading, receiveCsv } from '../../api/resources/csv-uploads.ts';
import { now } from '../../common/clock.ts';
import { type Config, readConfig } from '../../common/config.ts';
import type { FieldType } from '../../common/domain/custom-values.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { createLogger } from '../../common/log.ts';
import { createIndexes } from '../../common/migrations/indexes.ts';
import { ContactType, newContactType } from '../../common/models/contact-types.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { CustomField, newCustomField } from '../../common/models/custom-fields.ts';
import { ImportRefusal } from '../../common/models/import-refusals.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { nextId } from '../../common/store/ids.ts';
import importContacts from '../../worker/importing/import-contacts.ts';
import undoImport from '../../worker/lifecycle/jobs/undo-import.ts';
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
  run(importId: number, stopping?: AbortSignal): Promise<ImportDocument>;
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

export async function startCsvImports(name: string): Promise<CsvImports> {
  const config = readConfig({
    MONGODB_URL: await keptMongodbUrl(name),
    REDIS_URL: 'redis://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    APP_SECRET: 'a secret of thirty-two characters or more',
  });
  await connectMongo(config.mongodbUrl);
  await createIndexes();
  const log = createLogger('worker', process.env['LOG_LEVEL'] ?? 'silent');
  const folder = mkdtempSync(join(tmpdir(), 'mailing-csv-'));
  const userId = 1;
  let files = 0;

  const ring = async (job: string, payload: JobPayloads[keyof JobPayloads]) => {
    world.rings.push({ name: job, payload });
  };

  const world: CsvImports = {
    config,
    userId,
    rings: [],
    async type() {
      const _id = await nextId('contact_types');
      await ContactType.insertOne(newContactType({ _id, user_id: userId, name: 'Type' }, now()));
      return _id;
    },
    async field(field_name, field_type) {
      const _id = await nextId('custom_fields');
      await CustomField.insertOne(newCustomField({ _id, user_id: userId, field_name, field_type }, now()));
      return _id;
    },
    async upload(typeId, file, reading, name = 'list.csv') {
      files += 1;
      const path = join(folder, `${files}.csv`);
      writeFileSync(path, file);
      const { id } = await receiveCsv(
        { path, name, type: 'text/csv', bytes: statSync(path).size },
        typeId,
        userId,
        config.limits,
        reading,
      );
      return id;
    },
    async run(importId, stopping = neverStopping()) {
      await importContacts.run({ importId }, { config, log, ring, stopping });
      return world.import(importId);
    },
    async undo(importId, stopping = neverStopping()) {
      await Import.updateOne(
        { _id: importId, undo_state: { $exists: false } },
        { $set: { undo_state: 'waiting' } },
      );
      await undoImport.run({ importId }, { log, ring, stopping });
      return world.import(importId);
    },
    load: async (...given) => world.run(await world.upload(...given)),
    import: async (importId) => (await Import.findOne({ _id: importId }))!,
    contacts: (typeId) =>
      Contact.find({ contact_type_id: typeId, deleted_at: null }).sort({ email_norm: 1 }).toArray(),
    async refusals(importId) {
      const found = await ImportRefusal.find().sort({ _id: 1 }).toArray();
      return found.flatMap(({ _id, reason }) =>
        _id.import_id === importId ? [`${_id.line}: ${reason}`] : [],
      );
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true });
      await disconnectMongo();
    },
  };
  return world;
}
