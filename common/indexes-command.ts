import { readConfig } from './config.ts';
import { createIndexes, dropChangedIndexes } from './indexes.ts';
import { createLogger } from './log.ts';
import { migrate } from './migrations/migrate.ts';
import { connectMongo, disconnectMongo } from './mongo.ts';
import { startFailure } from './start/failure.ts';

/** `npm run indexes`: what a release runs before new code starts. Migrations, then what indexes are missing or changed. */
try {
  const config = readConfig();
  const log = createLogger('indexes', config.logLevel);
  await connectMongo(config.mongodbUrl);
  try {
    await migrate(log);
    await dropChangedIndexes();
    await createIndexes();
    log.info('indexes are in place');
  } finally {
    await disconnectMongo();
  }
} catch (error) {
  console.error(startFailure(error));
  process.exitCode = 1;
}
