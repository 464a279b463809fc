import { Button } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../data/session.ts';
import { useTexts } from '../texts/texts.ts';
import { SearchIcon } from './icons.tsx';
import { PLACES } from './navigation.tsx';

/** Goes anywhere by the keyboard: opens with Ctrl-K, or ⌘K. */
export function Palette() {
  const texts = useTexts();
  const navigate = useNavigate();
  const places = PLACES.map(({ to, name, icon: Icon }) => ({
    id: to,
    label: name(texts),
    leftSection: <Icon />,
    onClick: () => void navigate({ to }),
  }));
  const out = { id: 'sign-out', label: texts.account.signOut, onClick: () => void signOut() };
  return (
    <Spotlight
      actions={[...places, out]}
      shortcut="mod + K"
      nothingFound={texts.palette.nothing}
      searchProps={{
        placeholder: texts.palette.search,
        'aria-label': texts.palette.search,
        leftSection: <SearchIcon />,
      }}
    />
  );
}

export function PaletteButton() {
  const { palette } = useTexts();
  return (
    <Button
      variant="default"
      fullWidth
      justify="space-between"
      leftSection={<SearchIcon />}
      rightSection={<kbd className="soft">{palette.hint}</kbd>}
      onClick={spotlight.open}
    >
      {palette.open}
    </Button>
  );
}
