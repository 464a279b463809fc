import { isTooLong, MAX_PASSWORD, MIN_PASSWORD } from '../../../common/accounts/passwords.ts';
import type { Html } from '../../../common/domain/html.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import { type Problems, textField } from './fields.ts';

/** What is wrong with a password that a person chose, for the field `new_password`. */
export const newPasswordProblems = (wanted: string): Problems => ({
  ...(!isLonger(wanted, MIN_PASSWORD - 1) && {
    new_password: `The new password needs at least ${MIN_PASSWORD} characters.`,
  }),
  ...(isTooLong(wanted) && {
    new_password: `The new password may have at most ${MAX_PASSWORD} characters.`,
  }),
});

/** The field for it. */
export const newPasswordField = (problems: Problems): Html =>
  textField({
    name: 'new_password',
    label: 'New password',
    hint: 'At least 8 characters; several words make a good one',
    type: 'password',
    autocomplete: 'new-password',
    problem: problems['new_password'],
  });
