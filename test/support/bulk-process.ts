import { readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import bulkChange from '../../worker/contacts/jobs/bulk-change.ts';
import { perform } from './job-payloads.ts';

/** A worker that does turns of one bulk change until it is killed: `bulk-process.ts <id>`. */
const config = readConfig();
await connectMongo(config.mongodbUrl);
const bulkChangeId = Number(process.argv[2]);
await perform(
  bulkChange,
  { bulkChangeId },
  {
    config,
    log: createLogger('worker', 'silent'),
    ring: async () => {},
    stopping: new AbortController().signal,
  },
);
await disconnectMongo();
