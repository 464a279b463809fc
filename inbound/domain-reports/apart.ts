import { extname } from 'node:path';
import type { Logger } from '../../common/log.ts';
import { createPool, PoolFull } from '../../common/rendering/pool.ts';
import { ReadersBusy } from '../reports/apart.ts';
import type { ReadReports } from './read.ts';

/** 2,000 rows take some 50 ms, 20 MiB of XML some seconds. */
const CPU_MS = 5000;
const MEMORY_MB = 192;

export interface DomainReportReader {
  /** Throws {@link ReadersBusy}, and an error for a mail that cannot be read within its limits. */
  read(raw: Uint8Array, account: number): Promise<ReadReports>;
  close(): Promise<void>;
}

/** Reads reports in a child process that is ended at its limits: anybody may send an archive that grows a thousandfold. */
export function createDomainReportReader(log: Logger): DomainReportReader {
  const file = new URL(`./domain-report-child${extname(import.meta.url)}`, import.meta.url);
  const pool = createPool({ file, processes: 1, cpuMs: CPU_MS, memoryMb: MEMORY_MB }, log);
  return {
    async read(raw, account) {
      const outcome = await pool
        .inTurn(account, (run) => run('reports', raw))
        .catch((error: unknown) => {
          throw error instanceof PoolFull ? new ReadersBusy(error.message) : error;
        });
      if ('value' in outcome) return outcome.value as ReadReports;
      if (outcome.failed === 'broken' && !outcome.crashed) throw new ReadersBusy(outcome.error);
      throw new Error('error' in outcome ? outcome.error : `reading takes too much ${outcome.failed}`);
    },
    close: () => pool.close(),
  };
}
