import { createYielding, type Yielding } from '../../../common/fairness/yielding.ts';
import { part } from '../../runtime/part.ts';

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /**
     * Messages that begin. That takes some questions to MongoDB, and each answer waits for its turn in an event loop that a campaign keeps busy.
     * So campaigns begin no mail meanwhile, for half of the time at most, however many messages there are.
     */
    readonly messageStarts: Yielding;
  }
}

export const messageStarts = part('messageStarts', { make: () => createYielding({ mostMs: 50 }) });
