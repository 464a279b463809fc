import { isTooLong, MAX_PASSWORD, MIN_PASSWORD } from '../../../common/accounts/passwords.ts';
import type { Html } from '../../../common/domain/html.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import type { AccountTexts } from '../texts/language.ts';
import { type Problems, textField } from './fields.ts';

export const newPasswordProblems = (wanted: string, texts: AccountTexts): Problems => ({
  ...(!isLonger(wanted, MIN_PASSWORD - 1) && {
    new_password: texts.shortNewPassword(MIN_PASSWORD),
  }),
  ...(isTooLong(wanted) && {
    new_password: texts.longNewPassword(MAX_PASSWORD),
  }),
});

export const newPasswordField = (problems: Problems, texts: AccountTexts): Html =>
  textField({
    name: 'new_password',
    label: texts.newPassword,
    hint: texts.newPasswordHint,
    type: 'password',
    autocomplete: 'new-password',
    problem: problems['new_password'],
  });
