import type { Figures } from '../models/figures.ts';

/** The share of bounces that an account is told of (rulings 12) … */
const HIGH = 0.05;
/** … once this many mails were handed over: of five, one bounce says nothing. */
const LEAST_TRIGGERED = 20;

/** Whether a send's bounces have passed 5 %. */
export const areBouncesHigh = ({ triggered, bounced }: Pick<Figures, 'triggered' | 'bounced'>): boolean =>
  triggered >= LEAST_TRIGGERED && bounced > triggered * HIGH;
