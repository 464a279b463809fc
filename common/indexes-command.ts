import { ConfigurationError, readConfig } from './config.ts';
import { createIndexes } from './indexes.ts';
import { createLogger } from './log.ts';
import { connectMongo, disconnectMongo } from './mongo.ts';

/** `npm run indexes`: what a release runs before new code starts. */
try {
  const config = readConfig();
  await connectMongo(config.mongodbUrl);
  await createIndexes();
  createLogger('indexes', config.logLevel).info('indexes are in place');
  await disconnectMongo();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
