import { Menu, type MenuProps, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { chooseLanguage, LANGUAGES, languageName } from '../texts/languages.ts';
import { useLanguage, useTexts } from '../texts/texts.ts';
import { AccountButton } from './account-button.tsx';
import { isListKeyOn, showKeys } from './keys.ts';
import { noteProblem } from './problem-note.ts';
import { signOutStored } from './sign-out.tsx';

const SCHEMES = ['light', 'dark', 'auto'] as const;

interface AccountMenuProps extends Pick<MenuProps, 'opened' | 'onChange'> {
  /** Takes the focus, because the button that it replaces had the focus. */
  readonly isFocused?: boolean;
  readonly onSignOut?: () => void;
}

export function AccountMenu({ isFocused = false, onSignOut, ...menu }: AccountMenuProps) {
  const texts = useTexts();
  const { account } = texts;
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <Menu position="top-start" width={230} {...menu}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings/account">
          {account.details}
        </Menu.Item>
        <Menu.Item rightSection={isListKeyOn() && <kbd>?</kbd>} onClick={showKeys}>
          {account.keys}
        </Menu.Item>
        <Menu.Item component="a" href="/docs">
          {account.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{account.language}</Menu.Label>
        {LANGUAGES.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            onClick={() => void chooseLanguage(one).catch((error: unknown) => noteProblem(error, texts))}
            fw={one === language ? 700 : 400}
          >
            {languageName(one)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{account.scheme}</Menu.Label>
        {SCHEMES.map((one) => (
          <Menu.Item key={one} onClick={() => setColorScheme(one)} fw={one === colorScheme ? 700 : 400}>
            {account.schemes[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          onClick={() => {
            onSignOut?.();
            void signOutStored(texts);
          }}
        >
          {account.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
