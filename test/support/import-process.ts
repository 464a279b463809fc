import { readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { connectMongo, disconnectMongo } from '../../common/mongo/connection.ts';
import importContacts from '../../worker/jobs/import-contacts.ts';

/** A worker that runs one import and ends: `node --import tsx import-process.ts <import id>`. Tests kill it. */
const config = readConfig();
await connectMongo(config.mongodbUrl);
await importContacts.run(
  { importId: Number(process.argv[2]) },
  {
    config,
    log: createLogger('worker', 'silent'),
    ring: async () => {},
    stopping: new AbortController().signal,
  },
);
await disconnectMongo();
