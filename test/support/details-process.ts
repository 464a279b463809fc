import { recordEvents } from '../../common/changes/engagement.ts';
import { countDetails } from '../../common/changes/mail-details.ts';
import { readConfig } from '../../common/config.ts';
import { Batch } from '../../common/models/batches.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { rows } from './rows.ts';
import { trackedEvent } from './tracked-events.ts';

/**
 * A process that tests kill: `node --import tsx details-process.ts open|count <id>` writes an opening of a delivery, or counts the
 * details of a batch.
 */
const [what, id] = process.argv.slice(2);
await connectMongo(readConfig().mongodbUrl);
if (what === 'open') await recordEvents([trackedEvent('open', Number(id))]);
else
  await countDetails(
    await rows(Batch)
      .find({ _id: Number(id) })
      .toArray(),
  );
await disconnectMongo();
