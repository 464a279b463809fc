import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contact } from '../../../common/models/contacts.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { freePort } from '../../../local/ports.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { watchLoop } from '../support/loop.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { repeated, upload } from '../support/upload.ts';
import { watch } from '../support/watch.ts';

const MB = 2 ** 20;
const GB = 2 ** 30;
/** Goals (docs/fault-tests.md, "Goals"). */
const API_GROWS_MB = 150;
const WORKER_MB = 512;
const STALL_MS = 200;
/** Bytes of a file that a client sends before it first checks for an answer: the header line. */
const EARLY_BYTES = 1024;

/** About 1 kB a row: the most bytes for which MongoDB's rows still fit on a disk. */
const CELL = 'x'.repeat(230);
const row = (at: number): string =>
  `person.${at}@domain${at % 50}.example,First${at},${CELL},${CELL},${CELL},${CELL}\n`;
const HEADER = 'email,first_name,last_name,city,address_line1,address_line2\n';

async function finished(which: number, seconds: number): Promise<ImportDocument> {
  return until(
    async () => {
      const found = await rows(Import).find({}).sort({ _id: 1 }).skip(which).limit(1).next();
      return found?.finished_at ? found : null;
    },
    'the import to end',
    seconds * 1000,
  );
}

async function run(options: RunOptions): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-faults-loops-'));
  try {
    return await runIn(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, options: RunOptions): Promise<Tally> {
  const { short } = options;
  const bytes = short ? 48 * MB : GB;
  const limit = short ? 24 * MB : 500 * MB;
  const [apiPort, workerPort] = [await freePort(), await freePort()];
  const loops = {
    refusing: watchLoop(folder, 'refusing'),
    api: watchLoop(folder, 'api'),
    worker: watchLoop(folder, 'worker'),
  };
  const roomy = { METRICS_PORT: String(apiPort), LIMIT_CSV_BYTES: String(bytes + MB) };
  const broken: string[] = [];
  const figures: Record<string, number> = {};

  // With the normal limit: a client that declares the length is refused at once, another one when it reaches the limit.
  await inArena(
    options,
    { environment: { ...roomy, ...loops.refusing.environment, LIMIT_CSV_BYTES: String(limit) } },
    async (arena) => {
      await arena.lay(0);
      const watched = await watch(arena.stack.api.pid, apiPort);
      const said = await upload(arena.stack, repeated(HEADER, row, GB), GB, true);
      const unsaid = await upload(arena.stack, repeated(HEADER, row, bytes), null);
      // 40,000 crafted names in 189 KB held a parser up for 22 s.
      const names = Array.from({ length: 40_000 }, (_, at) => `_${at % 9}`).join(',');
      const many = await upload(arena.stack, repeated(`email,${names}\n`, row, names.length + 7), null);
      const { grewMb, stallMs } = await watched.stop();
      Object.assign(figures, {
        early_413_mb: Math.round(said.sent / MB),
        header_ms: many.ms,
        stall_413_ms: stallMs,
      });
      if (said.status !== 413 || said.sent > EARLY_BYTES)
        broken.push(`1 GB: ${said.status} after ${said.sent} bytes`);
      if (unsaid.status !== 413) broken.push(`${bytes} bytes unannounced: ${unsaid.status} ${unsaid.body}`);
      if (many.status !== 422 || many.ms > 2000)
        broken.push(`many columns: ${many.status} after ${many.ms} ms`);
      if (grewMb > API_GROWS_MB) broken.push(`the API grew by ${grewMb} MB over what it refused`);
    },
  );

  let recipients = 0;
  let lost = 0;
  await inArena(options, { environment: { ...roomy, ...loops.api.environment } }, async (arena) => {
    await arena.lay(0);
    const [worker] = await arena.startWorkers(1, {
      METRICS_PORT: String(workerPort),
      ...loops.worker.environment,
    });
    const warm = await upload(
      arena.stack,
      repeated(HEADER, (at) => row(-1 - at), 2 * MB),
      null,
    );
    if (warm.status !== 200) throw new Error(`an upload: ${warm.status} ${warm.body}`);
    await finished(0, 60);
    const watched = await watch(arena.stack.api.pid, apiPort);
    const working = await watch(worker!.pid, workerPort);
    const good = await upload(arena.stack, repeated(HEADER, row, bytes), bytes);
    if (good.status !== 200) broken.push(`a good file: ${good.status} ${good.body}`);
    const imported = await finished(1, 900);
    const line = await upload(
      arena.stack,
      repeated(HEADER, () => CELL, bytes),
      bytes,
    );
    if (line.status !== 200) broken.push(`one line: ${line.status} ${line.body}`);
    const refused = await finished(2, 300);
    const [api, work] = [await watched.stop(), await working.stop()];
    await worker!.stop();

    recipients = imported.rows_read;
    const stored = await rows(Contact).countDocuments({ contact_type_id: 1, email: /^person\.\d/ });
    lost = imported.rows_added - stored + imported.rows_refused;
    // The last row may be cut in the middle and still be valid.
    if (lost === 1) lost = 0;
    if (refused.rows_added > 0 || refused.rows_refused !== 1) {
      broken.push(`of one line ${refused.rows_added} rows came, ${refused.rows_refused} were refused`);
    }
    Object.assign(figures, {
      mb: Math.round(bytes / MB),
      api_grew_mb: api.grewMb,
      worker_peak_mb: work.peakMb,
      api_stall_ms: api.stallMs,
      worker_stall_ms: work.stallMs,
      upload_ms: good.ms,
    });
    if (api.grewMb > API_GROWS_MB) broken.push(`the API grew by ${api.grewMb} MB`);
    if (work.peakMb > WORKER_MB) broken.push(`the worker took ${work.peakMb} MB`);
  });
  for (const [who, loop] of Object.entries(loops)) {
    const ms = loop.longestOwn();
    figures[`${who}_own_stall_ms`] = ms;
    if (ms > STALL_MS) broken.push(`${who}: computed for ${ms} ms in one turn`);
  }
  return {
    faults: '4 bombs',
    recipients,
    lost: Math.max(0, lost),
    doubled: 0,
    bound: 0,
    broken,
    figures,
  };
}

export const bombs: Scenario = {
  name: 'bombs',
  claim:
    '1 GB of CSV, one line of 1 GB, 40,000 columns: imported or refused, in bounded memory, without a stall',
  parallel: 'none',
  run,
};
