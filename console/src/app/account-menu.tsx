import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { signOut, useSession } from '../data/session.ts';
import { chooseLanguage, LANGUAGES, languageName } from '../texts/languages.ts';
import { useLanguage, useTexts } from '../texts/texts.ts';

const SCHEMES = ['light', 'dark', 'auto'] as const;

export function AccountMenu() {
  const { account } = useTexts();
  const session = useSession();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--ink)"
          fullWidth
          justify="flex-start"
          aria-label={`${account.menu}: ${session.name}`}
        >
          {session.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/account">
          {account.details}
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
            onClick={() => chooseLanguage(one)}
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
        <Menu.Item onClick={() => void signOut()}>{account.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
