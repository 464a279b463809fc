import type { Html } from '../../../common/domain/html.ts';
import { type Problems, textField } from './fields.ts';

const ANY_CODE = 'The six digits that your app shows now, or one of your recovery codes';

/** The field for a code of the second factor, or for a recovery code. */
export const codeField = (problems: Problems, hint = ANY_CODE): Html =>
  textField({
    name: 'code',
    label: 'Code',
    hint,
    autocomplete: 'one-time-code',
    problem: problems['code'],
  });

export const WRONG_CODE =
  'This code is wrong, too old, or was used before. Wait for the next one of your app, and check the clock of your phone.';
