import { Turns } from '../../../common/fairness/turns.ts';
import { part } from '../../runtime/part.ts';

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /**
     * Limits the mails that this worker hands over in parallel. The keys are mailings: a mailing to a hundred gets the same share
     * of connections as one to a million, whatever its number of slices.
     */
    readonly semaphore: Turns<string>;
  }
}

export const semaphore = part('semaphore', {
  make: ({ transport }) => new Turns({ total: transport.capacity }),
});
