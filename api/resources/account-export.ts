import { now } from '../../common/clock.ts';
import { Budget } from '../../common/fairness/budget.ts';
import { endpoints } from '../http/endpoint.ts';
import { inUse } from '../http/failures.ts';
import { nothing } from '../http/typed-input.ts';
import { zipOf } from '../http/zip.ts';
import { exportedFiles } from './exported-files.ts';

/** Exports at the same time in a process. Each reads a page, and rests as long as that took. */
const MOST = 4;
/** In seconds. */
const AGAIN = 60;

const underWay = new Budget<number>({ total: MOST, each: 1 });

/** All data of an account as one file (docs/rules.md 18.17). */
export const accountExport = endpoints({
  accountExport: {
    input: nothing,
    async run(_, account, call) {
      if (underWay.of(account.id) > 0) throw call.conflict('underWay');
      const end = underWay.take(account.id, 1);
      if (!end) throw inUse(AGAIN, `${MOST} exports of all accounts at once`);
      // Stored once: each read of `signal` makes a new one, and every list reads it.
      const body = zipOf(exportedFiles(account, { ...call }), now());
      // Also after the client disconnects or a query fails.
      body.once('close', end);
      return {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="account-${account.id}.zip"`,
        },
        body,
      };
    },
  },
});
