import { Account } from '../models/accounts.ts';
import { StoreState, type StoreStateDocument } from '../models/store-states.ts';
import { isDuplicateKey } from '../store/connection.ts';
import { SCHEMA_VERSION } from './list.ts';

/** Reads or creates the store's state. An empty store is up to date; a store from before schema versions is at 0. */
export async function readStoreState(version: number = SCHEMA_VERSION): Promise<StoreStateDocument> {
  const found = await StoreState.findOne({ _id: 'store' });
  if (found) return found;
  const used = (await Account.findOne({}, { projection: { _id: 1 } })) !== null;
  const state: StoreStateDocument = {
    _id: 'store',
    schema_version: used ? 0 : version,
    // Processes of earlier versions stored nothing in it.
    ...(!used && { repeated: version }),
    migrating: null,
    restoring: false,
    restored: null,
    lease_token: null,
    lease_until: new Date(0),
  };
  try {
    await StoreState.insertOne(state);
    return state;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await StoreState.findOne({ _id: 'store' }))!;
  }
}

/** Notes the instant of a backup, for the metric of its age. */
export async function noteBackup(taken_at: Date): Promise<void> {
  await StoreState.updateOne({ _id: 'store' }, { $set: { backed_up_at: taken_at } });
}
