import { passwordField, useTyped } from '../../app/typed-fields.tsx';
import { useTexts } from '../../texts/texts.ts';

/** The password of a new account, and its field. Nothing of it is kept on the device. */
export function useNewPassword(problems: Readonly<Record<string, string>>) {
  const { accountData, closing } = useTexts();
  const { typed, field } = useTyped({ password: '' }, problems);
  const input = field({
    name: 'password',
    'aria-required': true,
    label: closing.password,
    description: accountData.password.nextHint,
    ...passwordField('new-password'),
  });
  return { typed, input };
}
