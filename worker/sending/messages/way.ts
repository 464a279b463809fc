import { createWay, type Way } from '../../../common/fairness/way.ts';
import { part } from '../../runtime/part.ts';

/**
 * Beginning a message takes some questions to MongoDB, and each answer waits for its turn in an event loop that a campaign keeps busy. So campaigns
 * begin no mail meanwhile, for half of the time at most, however many messages there are.
 */
export const createMessagesWay = (): Way => createWay({ mostMs: 50 });

declare module '../../runtime/context.ts' {
  interface WorkerParts {
    /** Holds mails of campaigns back while single messages begin. */
    readonly way: Way;
  }
}

export const way = part('way', { make: createMessagesWay });
