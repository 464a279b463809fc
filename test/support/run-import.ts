import type { Config } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import importContacts from '../../worker/importing/import-contacts.ts';
import { perform } from './job-payloads.ts';
import { neverStopping } from './stopping.ts';

/** Runs an import to its end, as a worker does. */
export async function runImport(config: Config, importId: number): Promise<void> {
  const [log, ring] = [createLogger('worker', 'silent'), async () => {}];
  await perform(importContacts, { importId }, { config, log, ring, stopping: neverStopping() });
}
