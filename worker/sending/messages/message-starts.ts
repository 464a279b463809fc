import { createYielding, type Yielding } from '../../../common/fairness/yielding.ts';
import { part } from '../../runtime/part.ts';

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /**
     * Their queries wait in an event loop that a campaign keeps busy, so campaigns begin no mail meanwhile, half of the time at
     * most.
     */
    readonly messageStarts: Yielding;
  }
}

export const messageStarts = part('messageStarts', { make: () => createYielding({ mostMs: 50 }) });
