import { createYielding, type Yielding } from '../../../common/fairness/yielding.ts';
import { part } from '../../runtime/part.ts';

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /**
     * Messages that begin. That takes some queries to MongoDB, whose answers wait in an event loop that a campaign keeps busy. So
     * campaigns begin no mail meanwhile, for at most half of the time.
     */
    readonly messageStarts: Yielding;
  }
}

export const messageStarts = part('messageStarts', { make: () => createYielding({ mostMs: 50 }) });
