import { setClock } from '../../common/clock.ts';
import { readConfig } from '../../common/config.ts';
import { connectMongo } from '../../common/store/connection.ts';
import { createWorker } from '../../worker/worker.ts';

// A worker in a separate process. Its parent sets how far its clock is ahead; see world-clock.ts.
let offset = Number(process.env['CLOCK_OFFSET']);
setClock(() => Date.now() + offset);
process.on('message', (ahead) => {
  offset = Number(ahead);
  process.send!('moved');
});
const config = readConfig();
await connectMongo(config.mongodbUrl);
await createWorker(config).run();
process.send!('works');
