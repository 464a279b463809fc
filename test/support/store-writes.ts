import { createRequire } from 'node:module';

/** A connection of the driver. The driver has events for commands, too, which take more time (`command-monitor.ts`). */
interface Driver {
  readonly prototype: { prepareCommand(db: string, command: object, options: object): object };
}

const WRITES = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'];

const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection') as {
  readonly Connection: Driver;
};
const { prepareCommand } = Connection.prototype;
// Without it no write would be seen, and each round would be taken for the last.
if (typeof prepareCommand !== 'function')
  throw new Error('The MongoDB driver has no prepareCommand to watch.');

let sent = 0;
Connection.prototype.prepareCommand = function (this: object, db, command, options): object {
  if (WRITES.includes(Object.keys(command)[0]!)) sent += 1;
  return prepareCommand.call(this, db, command, options);
};

/** Writes to the store that this process has sent. */
export const storeWrites = (): number => sent;
