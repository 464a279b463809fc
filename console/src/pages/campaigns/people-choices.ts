import type { SingleSendDeliveryListInput } from '../../../../client/src/index.ts';

export const CHOICES = [
  'all',
  'accepted',
  'opened',
  'clicked',
  'not_opened',
  'not_clicked',
  'bounced',
  'unsubscribed',
  'complained',
  'pending',
  'deferred',
  'skipped',
  'in_doubt',
] as const;
export type PeopleChoice = (typeof CHOICES)[number];

const DONE = ['opened', 'clicked', 'not_opened', 'not_clicked', 'unsubscribed', 'complained'] as const;

const isDone = (choice: PeopleChoice): choice is (typeof DONE)[number] => DONE.some((one) => one === choice);

export function inputOfChoice(choice: PeopleChoice): Pick<SingleSendDeliveryListInput, 'state' | 'did'> {
  if (choice === 'all') return {};
  return isDone(choice) ? { did: choice } : { state: choice };
}

/** Returns the choice that the address of the page names, or `all`. */
export const choiceOf = (show: unknown): PeopleChoice => CHOICES.find((one) => one === show) ?? 'all';
