import { instantOf } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
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
