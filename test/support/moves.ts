import type { Config } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { Import } from '../../common/models/imports.ts';
import importContacts, { tryImport } from '../../worker/importing/import-contacts.ts';
import undoImport from '../../worker/lifecycle/jobs/undo-import.ts';
import type { Answer, Client } from './api.ts';
import { perform } from './job-payloads.ts';
import { rows } from './rows.ts';
import { neverStopping } from './stopping.ts';

/** Files of a form by name. */
export type MoveFiles = Readonly<Record<string, string | Buffer>>;

export function uploadMove(
  client: Client,
  files: MoveFiles,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.set(key, value);
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return client.post('/moves', form);
}

const OPEN = { $in: ['waiting' as const, 'running' as const] };
const isOpen = (state: string | undefined): boolean => state === 'waiting' || state === 'running';

/** Runs the dry runs, imports and undos that have not ended, each twice, as a lost answer of a job makes a worker do. */
export async function runMoves(config: Config, userId: number): Promise<void> {
  const log = createLogger('worker', 'silent');
  const worker = { config, log, ring: async () => {}, stopping: neverStopping() };
  const waiting = { user_id: userId, $or: [{ state: OPEN }, { undo_state: OPEN }] };
  for (;;) {
    const found = await rows(Import).find(waiting).sort({ _id: 1 }).toArray();
    if (found.length === 0) return;
    for (const { _id: importId, state, dry_run } of found) {
      if (!isOpen(state)) continue;
      const job = dry_run ? tryImport : importContacts;
      for (let tries = 0; tries < 2; tries += 1)
        await perform(job as typeof importContacts, { importId }, worker);
    }
    for (const { _id: importId, undo_state } of found.reverse())
      if (isOpen(undo_state))
        for (let tries = 0; tries < 2; tries += 1) await perform(undoImport, { importId }, worker);
  }
}
