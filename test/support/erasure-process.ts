import { readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { useErasureSecrets } from '../../common/secrets/erasure-key.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import eraseAddresses from '../../worker/lifecycle/jobs/erase-addresses.ts';
import { perform } from './job-payloads.ts';

/** A worker that erases what an account asked for and ends: `node --import tsx erasure-process.ts <account id>`. Tests kill it. */
const config = readConfig();
useErasureSecrets(config);
await connectMongo(config.mongodbUrl);
await perform(
  eraseAddresses,
  { userId: Number(process.argv[2]) },
  { log: createLogger('worker', 'silent'), ring: async () => {}, stopping: new AbortController().signal },
);
await disconnectMongo();
