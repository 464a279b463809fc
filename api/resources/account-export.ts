import { now } from '../../common/clock.ts';
import { endpoints } from '../http/endpoint.ts';
import { tooMany } from '../http/failures.ts';
import { nothing } from '../http/typed-input.ts';
import { zipOf } from '../http/zip.ts';
import { exportedFiles } from './exported-files.ts';

/** Exports that an API process sends at once. Each reads one page at a time, and rests as long as it worked. */
const MOST = 4;
/** Seconds after which it may be tried again. */
const AGAIN = 60;

/** Accounts whose export is being sent by this process. */
const underWay = new Set<number>();

/** Everything that an account has, as one file (docs/rules.md 18.17). */
export const accountExport = endpoints({
  accountExport: {
    input: nothing,
    async run(_, account, call) {
      if (underWay.has(account.id)) throw call.conflict('underWay');
      if (underWay.size >= MOST) throw tooMany(AGAIN);
      underWay.add(account.id);
      // As a value: each question for the signal of a call makes a new one, and here every list asks.
      const body = zipOf(exportedFiles(account, { ...call }), now());
      // Also where the client hangs up, or a question fails.
      body.once('close', () => underWay.delete(account.id));
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
