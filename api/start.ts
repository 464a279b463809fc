import { hasAccount, setUpSecretOf } from '../common/accounts/first-account.ts';
import { readConfig } from '../common/config.ts';
import { createLogger } from '../common/log.ts';
import { stopOnSignal } from '../common/shutdown.ts';
import { endUnlessStarted } from '../common/start/failure.ts';
import { prepareStart } from '../common/start/prepare.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { createApi } from './create-api.ts';
import { requestsUnderWay } from './http/metrics.ts';

/** Milliseconds for current answers after a stop signal; docker kills after 10 s. */
const DRAIN_MS = 8000;

async function start(): Promise<void> {
  const config = readConfig();
  const log = createLogger('api', config.logLevel);
  await connectMongo(config.mongodbUrl);
  await prepareStart(config, log);
  const api = await createApi(config, { log });
  const stop = async (): Promise<void> => {
    await api.stop(DRAIN_MS);
    await disconnectMongo();
  };
  stopOnSignal(log, DRAIN_MS + 1000, stop, requestsUnderWay);
  const port = await api.listen(config.host, config.port);
  log.info({ port, public_url: config.publicUrl }, 'API started');
  if (!(await hasAccount()))
    log.info(
      { page: `${config.publicUrl}/account/first`, set_up_secret: setUpSecretOf(config.signingSecrets[0]!) },
      'no account yet',
    );
}

endUnlessStarted(start());
