import { Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { automations } from '../data/automations.ts';
import { signOut } from '../data/session.ts';
import { useTexts } from '../texts/texts.ts';
import { AutomationIcon, SearchIcon } from './icons.tsx';
import { usePlaces } from './navigation.tsx';

/** Entries that the palette shows at once; typing finds the others. */
const SHOWN = 12;

export function Palette() {
  const texts = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const series = useQuery({ ...automations, enabled: isOpen, refetchInterval: false });
  const places = usePlaces().map(({ to, name, icon: Icon }) => ({
    id: to,
    label: name(texts),
    leftSection: <Icon />,
    onClick: () => void navigate({ to }),
  }));
  const named = (series.data ?? []).map(({ utr, automation_name }) => ({
    id: utr,
    label: automation_name,
    description: texts.automationsPage.name,
    leftSection: <AutomationIcon />,
    onClick: () => void navigate({ to: '/automations/$utr', params: { utr } }),
  }));
  const out = { id: 'sign-out', label: texts.account.signOut, onClick: () => void signOut() };
  return (
    <Spotlight
      actions={[...places, out, ...named]}
      limit={SHOWN}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      shortcut={null}
      nothingFound={texts.palette.nothing}
      searchProps={{
        placeholder: texts.palette.search,
        'aria-label': texts.palette.search,
        leftSection: <SearchIcon />,
      }}
    />
  );
}
