import { readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import importContacts from '../../worker/importing/import-contacts.ts';
import undoImport from '../../worker/lifecycle/jobs/undo-import.ts';
import { perform } from './job-payloads.ts';

/** A worker that runs one import, or undoes it, and ends: `import-process.ts <import id> [undo]`. Tests kill it. */
const config = readConfig();
await connectMongo(config.mongodbUrl);
const [, , id, undo] = process.argv;
const worker = {
  config,
  log: createLogger('worker', 'silent'),
  ring: async () => {},
  stopping: new AbortController().signal,
};
const given = { importId: Number(id) };
await (undo ? perform(undoImport, given, worker) : perform(importContacts, given, worker));
await disconnectMongo();
