import { Turns } from '../../../common/fairness/turns.ts';
import { part } from '../../runtime/part.ts';

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /** The keys are mailings: one to a hundred gets the same share of connections as one to a million. */
    readonly semaphore: Turns<string>;
  }
}

export const semaphore = part('semaphore', {
  make: ({ transport }) => new Turns({ total: transport.capacity }),
});
