import { now } from '../../common/clock.ts';
import { Budget } from '../../common/fairness/budget.ts';
import { endpoints } from '../http/endpoint.ts';
import { tooMany } from '../http/failures.ts';
import { nothing } from '../http/typed-input.ts';
import { zipOf } from '../http/zip.ts';
import { exportedFiles } from './exported-files.ts';

/** Exports that an API process sends at once. Each reads one page at a time, and rests as long as it worked. */
const MOST = 4;
/** Seconds after which it may be tried again. */
const AGAIN = 60;

/** Exports that this process is sending. */
const underWay = new Budget<number>({ total: MOST, each: 1 });

/** Everything that an account has, as one file (docs/rules.md 18.17). */
export const accountExport = endpoints({
  accountExport: {
    input: nothing,
    async run(_, account, call) {
      if (underWay.of(account.id) > 0) throw call.conflict('underWay');
      const end = underWay.take(account.id, 1);
      if (!end) throw tooMany(AGAIN);
      // As a value: each question for the signal of a call makes a new one, and here every list asks.
      const body = zipOf(exportedFiles(account, { ...call }), now());
      // Also where the client hangs up, or a question fails.
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
