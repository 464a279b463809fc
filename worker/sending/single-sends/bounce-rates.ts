import type { Figures } from '../../../common/models/figures.ts';

/** The share of bounces above which an account is notified (docs/rules.md 12.1) … */
const HIGH = 0.05;
/** … once this many mails were handed over: with five mails, one bounce means nothing. */
const LEAST_TRIGGERED = 20;

export const areBouncesHigh = ({ triggered, bounced }: Pick<Figures, 'triggered' | 'bounced'>): boolean =>
  triggered >= LEAST_TRIGGERED && bounced > triggered * HIGH;
