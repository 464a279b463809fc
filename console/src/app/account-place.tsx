import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { AccountButton } from './account-button.tsx';
import { useLater, withLater } from './later.ts';

/** The menu of the account: its button alone until the menu is loaded. */
export function AccountPlace() {
  const later = useLater();
  const [isOpen, { open, set }] = useDisclosure();
  const isFocused = useRef(false);
  if (later) return <later.AccountMenu isFocused={isFocused.current} opened={isOpen} onChange={set} />;
  return (
    <AccountButton
      onClick={() => withLater(open)}
      onFocus={() => (isFocused.current = true)}
      onBlur={() => (isFocused.current = false)}
    />
  );
}
