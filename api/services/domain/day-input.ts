import { firstDayWithin, instantsOf } from '../../../common/domain/segment-days.ts';
import { instantOf } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { invalidField } from '../../http/failures.ts';
import { refuse, text } from '../../http/inputs.ts';
import { stated } from '../../http/typed-input.ts';

/** `YYYY-MM-DD`. */
export const day = () =>
  stated(
    text().custom((value, helpers) =>
      value === '' || (/^20\d\d-\d\d-\d\d$/.test(value) && instantOf(value, '12:00:00', 'utc') !== null)
        ? value
        : refuse(helpers, (key) => texts.matches(key, 'Y-m-d')),
    ),
    { type: 'string', format: 'date' },
  );

/** Throws a 422 unless `from` to `to` are days in order, at most `most` of them. */
export function checkDays(from: string, to: string, most: number): void {
  if (to < from) throw invalidField('to', texts.notBefore('to', 'from'));
  if (firstDayWithin(to, most - 1) > from) throw invalidField('from', texts.days('from', most));
}

/** The instants from the beginning of the first day to the end of the last one. */
export const spanOfDays = (first: string, last: string, timezone: string) => ({
  from: instantsOf({ kind: 'day', day: first }, timezone).from,
  to: instantsOf({ kind: 'day', day: last }, timezone).to,
});
