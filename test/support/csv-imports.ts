import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiveCsv } from '../../api/resources/csv-uploads.ts';
import { now } from '../../common/clock.ts';
import { type Config, readConfig } from '../../common/config.ts';
import { nextId } from '../../common/ids.ts';
import { createIndexes } from '../../common/indexes.ts';
import type { JobPayloads } from '../../common/jobs/catalogue.ts';
import { createLogger } from '../../common/log.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { CustomField, type FieldType } from '../../common/models/custom-fields.ts';
import { ImportRefusal } from '../../common/models/import-refusals.ts';
import { Import, type ImportDocument } from '../../common/models/imports.ts';
import { connectMongo, disconnectMongo, rows } from '../../common/mongo.ts';
import { importContacts } from '../../worker/jobs/import-contacts.ts';
import { services } from './services.ts';
import { neverStopping } from './stopping.ts';

export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/csv/${name}.csv`, import.meta.url));

/** What an import says of its rows: added, updated, unchanged, refused. */
export const counts = (found: ImportDocument): [number, number, number, number] => [
  found.rows_added,
  found.rows_updated,
  found.rows_unchanged,
  found.rows_refused,
];

/** Uploads and imports without HTTP and queue, on a database of its own; each `type` is a new contact type. */
export interface CsvImports {
  readonly config: Config;
  readonly userId: number;
  readonly rings: { name: string; payload: object }[];
  type(): Promise<number>;
  field(name: string, type: FieldType): Promise<number>;
  upload(typeId: number, file: Buffer | string): Promise<number>;
  run(importId: number, stopping?: AbortSignal): Promise<ImportDocument>;
  /** Both in one. */
  load(typeId: number, file: Buffer | string): Promise<ImportDocument>;
  import(importId: number): Promise<ImportDocument>;
  /** The type's living contacts in the order of their addresses. */
  contacts(typeId: number): Promise<ContactDocument[]>;
  /** The refused rows, as `line: reason`. */
  refusals(importId: number): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startCsvImports(name: string): Promise<CsvImports> {
  const config = readConfig({
    MONGODB_URL: services().mongodbUrl(name),
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

  const world: CsvImports = {
    config,
    userId,
    rings: [],
    async type() {
      const _id = await nextId('contact_types');
      await ContactType.create({ _id, user_id: userId, name: 'Type', created_at: now(), updated_at: now() });
      return _id;
    },
    async field(field_name, field_type) {
      const _id = await nextId('custom_fields');
      const at = { created_at: now(), updated_at: now() };
      const name_key = field_name.toLowerCase();
      await CustomField.create({ _id, user_id: userId, field_name, name_key, field_type, ...at });
      return _id;
    },
    upload(typeId, file) {
      files += 1;
      const path = join(folder, `${files}.csv`);
      writeFileSync(path, file);
      return receiveCsv(
        { path, name: 'list.csv', bytes: statSync(path).size },
        typeId,
        userId,
        config.limits,
      );
    },
    async run(importId, stopping = neverStopping()) {
      const ring = async (job: string, payload: JobPayloads[keyof JobPayloads]) => {
        world.rings.push({ name: job, payload });
      };
      await importContacts({ importId }, { config, log, ring, stopping });
      return world.import(importId);
    },
    load: async (typeId, file) => world.run(await world.upload(typeId, file)),
    import: async (importId) => (await rows(Import).findOne({ _id: importId }))!,
    contacts: (typeId) =>
      rows(Contact).find({ contact_type_id: typeId, deleted_at: null }).sort({ email_norm: 1 }).toArray(),
    async refusals(importId) {
      const found = await rows(ImportRefusal).find().sort({ _id: 1 }).toArray();
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
