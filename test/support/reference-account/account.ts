import mongoose from 'mongoose';
import type { EndpointName } from '../../../api/contract.ts';
import { forgetMarks } from '../../../common/changes/run-counts.ts';
import { MODELS } from '../../../common/models/all.ts';
import { rowsOfAll } from '../all-rows.ts';
import { AFTER_CREATE, finishRecords, OWNER } from './records.ts';
import { beforeCreate } from './sequences.ts';

/** The stored account that all examples of the reference show. */
export interface ExampleAccount {
  /** Sets the sequence, so that the next record gets the id of the examples. */
  beforeCreate(name: EndpointName): Promise<unknown>;
  /** Sets names of a record that no client can choose. */
  afterCreate(name: EndpointName): Promise<void>;
  /** Does what workers would have done by then. */
  finish(): Promise<void>;
  /** Restores everything to its state after the last of these calls. */
  restore(): Promise<void>;
}

/** Collections that are not restored, because keys and sign-ins change with each call. */
const KEPT = new Set(['Account', 'Key', 'SigningKey', 'DataKey', 'StoreState', 'WorkerPresence']);
const RECORDS = MODELS.filter(({ modelName }) => !KEPT.has(modelName));

/** The rows of each collection, read in one command: it is done for each of some hundred calls. */
async function read() {
  const names = RECORDS.map(({ name }) => name);
  const found = await rowsOfAll(mongoose.connection.db!, names, [{ $sort: { _id: 1 } }]);
  return names.map((name) => found.filter(({ collection }) => collection === name).map(({ row }) => row));
}

/** Restores the collections whose rows are others now. */
async function restore(kept: Awaited<ReturnType<typeof read>>): Promise<void> {
  const found = await read();
  await Promise.all(
    RECORDS.map(async ({ driver }, at) => {
      if (JSON.stringify(found[at]) === JSON.stringify(kept[at])) return;
      await driver.deleteMany({});
      if (kept[at]!.length > 0) await driver.insertMany(kept[at]!);
    }),
  );
  forgetMarks();
}

export async function prepareAccount(user_id: number): Promise<ExampleAccount> {
  if (user_id !== OWNER) throw new Error('the examples are of the account 1');
  let kept = await read();
  return {
    beforeCreate,
    async afterCreate(name) {
      await AFTER_CREATE[name]?.();
      kept = await read();
    },
    async finish() {
      await finishRecords();
      kept = await read();
    },
    restore: () => restore(kept),
  };
}
