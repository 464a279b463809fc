import { extname } from 'node:path';
import type { Logger } from '../../common/log.ts';
import { createPool, PoolFull } from '../../common/rendering/pool.ts';
import { startOf } from './limits.ts';
import type { readReport } from './read-report.ts';

/** A mail for the child process. */
export interface ReportTask {
  readonly raw: Uint8Array;
  /** `REPLY_RULES_FILE`. */
  readonly rulesFile: string | null;
}

/** A report takes some milliseconds. */
const CPU_MS = 1000;
const MEMORY_MB = 96;
const PROCESSES = 2;

/** No process is free to read the mail now: its sender tries again. */
export class ReadersBusy extends Error {}

export interface ReportReader {
  /** `account`: whose mail came back; accounts take turns. Throws {@link ReadersBusy}, and an error for a mail that cannot be read. */
  read(raw: Uint8Array, account: number): ReturnType<typeof readReport>;
  close(): Promise<void>;
}

/**
 * Reads reports in child processes that are ended at their limits: anybody may send a mail whose form takes seconds to read, and the
 * receivers share one event loop.
 */
export function createReportReader(rulesFile: string | null, log: Logger): ReportReader {
  const file = new URL(`./report-child${extname(import.meta.url)}`, import.meta.url);
  const pool = createPool({ file, processes: PROCESSES, cpuMs: CPU_MS, memoryMb: MEMORY_MB }, log);
  return {
    async read(raw, account) {
      const payload: ReportTask = { raw: startOf(raw), rulesFile };
      const outcome = await pool
        .inTurn(account, (run) => run('report', payload))
        .catch((error: unknown) => {
          throw error instanceof PoolFull ? new ReadersBusy(error.message) : error;
        });
      if ('value' in outcome) return outcome.value as Awaited<ReturnType<typeof readReport>>;
      if (outcome.failed === 'broken' && !outcome.crashed) throw new ReadersBusy(outcome.error);
      throw new Error('error' in outcome ? outcome.error : `reading takes too much ${outcome.failed}`);
    },
    close: () => pool.close(),
  };
}
