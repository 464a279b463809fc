import { readConfig } from '../../common/config.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { runMoves } from './moves.ts';

/** A worker that runs the dry runs, imports and undos of an account, and ends: `move-process.ts <account>`. Tests kill it. */
const config = readConfig();
await connectMongo(config.mongodbUrl);
await runMoves(config, Number(process.argv[2]));
await disconnectMongo();
