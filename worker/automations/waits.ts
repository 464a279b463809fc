import { DateTime } from 'luxon';
import { instantOf } from '../../common/domain/times.ts';

/** The wait of an automation's email after the email before it. */
export interface Wait {
  waiting_type: 'instantly' | 'hours' | 'days';
  waiting_period: number;
}

const HOUR = 3600_000;

/**
 * Days end at the same local time: if a clock change skips it, at the next instant; if it comes twice, at the first (docs/rules.md
 * 10.5).
 */
export function dueAfter(
  since: Date,
  { waiting_type, waiting_period }: Readonly<Wait>,
  timezone: string,
): Date {
  if (waiting_type === 'instantly') return since;
  if (waiting_type === 'hours') return new Date(since.getTime() + waiting_period * HOUR);
  const wall = DateTime.fromJSDate(since, { zone: timezone })
    .setZone('utc', { keepLocalTime: true })
    .plus({ days: waiting_period });
  const due = instantOf(wall.toFormat('yyyy-MM-dd'), wall.toFormat('HH:mm:ss'), timezone)!;
  return new Date(due.getTime() + since.getUTCMilliseconds());
}
