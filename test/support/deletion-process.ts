import { setClock } from '../../common/clock.ts';
import { readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { useErasureSecrets } from '../../common/secrets/erasure-key.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import deleteAccount from '../../worker/lifecycle/jobs/delete-account.ts';
import { perform } from './job-payloads.ts';

/** A worker that deletes an account and ends: `… deletion-process.ts <account id> <milliseconds that its clock is ahead>`. Tests kill it. */
const [, , userId, ahead] = process.argv;
const config = readConfig();
useErasureSecrets(config);
setClock(() => Date.now() + Number(ahead));
await connectMongo(config.mongodbUrl);
await perform(
  deleteAccount,
  { userId: Number(userId) },
  { log: createLogger('worker', 'silent'), stopping: new AbortController().signal },
);
await disconnectMongo();
