import { useRef, useState } from 'react';
import { AccountButton } from './account-button.tsx';
import { loadLater, useLater } from './later.ts';

/** The menu of the account: its button alone until the menu is loaded. */
export function AccountPlace() {
  const later = useLater();
  const [isAsked, setAsked] = useState(false);
  const isFocused = useRef(false);
  if (later) return <later.AccountMenu isAsked={isAsked} isFocused={isFocused.current} />;
  return (
    <AccountButton
      onClick={() => {
        loadLater();
        setAsked(true);
      }}
      onFocus={() => (isFocused.current = true)}
      onBlur={() => (isFocused.current = false)}
    />
  );
}
