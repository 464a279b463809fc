import { Spotlight } from '@mantine/spotlight';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { automations } from '../data/automations.ts';
import { api } from '../data/client.ts';
import { contactTypes, segments } from '../data/lists.ts';
import { problemOf } from '../data/problems.ts';
import { loadRest } from '../texts/languages.ts';
import { useTexts } from '../texts/texts.ts';
import { AutomationIcon, CampaignIcon, PeopleIcon, SearchIcon, SegmentIcon, SignOutIcon } from './icons.tsx';
import { usePlaces } from './navigation.tsx';
import { signOutStored } from './sign-out.tsx';

/** They load with the texts that name them. */
const paletteEntries = queryOptions({
  queryKey: ['palette'],
  queryFn: async () => (await Promise.all([import('./inner-places.ts'), loadRest()]))[0].PALETTE_ENTRIES,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Entries that the palette shows at once; typing finds the others. */
const SHOWN = 15;
/** Campaigns and contacts that a text finds, from so many letters on. */
const [FOUND, LETTERS] = [5, 2];
/** Milliseconds without a key before the service is asked. */
const TYPING_MS = 200;

export function Palette() {
  const texts = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const found = useRecords(isOpen, typed.trim());
  const menu = usePlaces();
  const entries = useQuery({ ...paletteEntries, enabled: isOpen });
  const places = menu.map(({ to, name, icon: Icon }) => ({
    id: to,
    label: name(texts),
    leftSection: <Icon />,
    onClick: () => void navigate({ to }),
  }));
  const acts = [
    {
      id: 'new-campaign',
      label: texts.campaignsPage.add,
      leftSection: <CampaignIcon />,
      onClick: () => void navigate({ to: '/campaigns', search: { start: true } }),
    },
    {
      id: 'sign-out',
      label: texts.account.signOut,
      leftSection: <SignOutIcon />,
      onClick: () => void signOutStored(texts),
    },
  ];
  const inner = (entries.data ?? []).flatMap(({ of, to, hash, name, also }) => {
    const place = menu.find((one) => one.to === of);
    if (!place) return [];
    const { icon: Icon } = place;
    return {
      id: `${name(texts)} ${to} ${hash ?? ''}`,
      label: name(texts),
      description: place.name(texts),
      keywords: [to, ...(hash === undefined ? [] : [hash]), ...(also ? [also(texts)] : [])],
      leftSection: <Icon />,
      onClick: () => void navigate({ to, ...(hash !== undefined && { hash }) }),
    };
  });
  const isSearching = entries.isFetching || found.isSearching;
  const error = entries.error ?? found.error;
  return (
    <Spotlight
      actions={[...places, ...acts, ...inner, ...found.records]}
      limit={SHOWN}
      data-closing={!isOpen || undefined}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      onQueryChange={setTyped}
      shortcut={null}
      nothingFound={isSearching ? texts.loading : error ? problemOf(error, texts) : texts.palette.nothing}
      searchProps={{
        placeholder: texts.palette.search,
        'aria-label': texts.palette.search,
        onKeyDown: runFirst,
        leftSection: <SearchIcon />,
      }}
    />
  );
}

/** The palette selects its first entry when a person types, and none of those that are found later. */
function runFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const palette = currentTarget.closest('[role="dialog"]');
  if (key !== 'Enter' || currentTarget.value.trim() === '') return;
  if (!palette || palette.querySelector('[data-selected]')) return;
  palette.querySelector<HTMLElement>('[data-action]')?.click();
}

/** Asks once the person has stopped typing. */
async function afterTyping<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  await new Promise((done) => setTimeout(done, TYPING_MS));
  signal.throwIfAborted();
  return ask();
}

/** Automations, audiences and segments, and the campaigns and contacts that a text finds. */
function useRecords(isOpen: boolean, text: string) {
  const texts = useTexts();
  const navigate = useNavigate();
  const isSearched = isOpen && text.length >= LETTERS;
  const [series, types, rules, campaigns, people] = [
    useQuery({ ...automations, enabled: isOpen, refetchInterval: false }),
    useQuery({ ...contactTypes, enabled: isOpen }),
    useQuery({ ...segments, enabled: isOpen }),
    useQuery({
      queryKey: ['campaigns', 'named', text],
      queryFn: ({ signal }) =>
        afterTyping(signal, () => api.singleSendOverview({ search: text, limit: FOUND }, { signal })),
      enabled: isSearched,
    }),
    useQuery({
      queryKey: ['contacts', 'named', text],
      queryFn: ({ signal }) =>
        afterTyping(signal, () => api.contactFind({ search: text, limit: FOUND }, { signal })),
      enabled: isSearched,
    }),
  ];
  // The palette filters by its texts. Records that the service found by other fields stay.
  const keywords = text;
  const records = [
    ...(campaigns.data ?? []).map(({ utr, single_send_name, status }) => ({
      id: utr,
      label: single_send_name,
      description: texts.campaigns,
      keywords,
      leftSection: <CampaignIcon />,
      onClick: () =>
        void navigate({ to: status === 0 ? '/campaigns/$utr/edit' : '/campaigns/$utr', params: { utr } }),
    })),
    ...(people.data?.contacts ?? []).map(({ id, email, first_name, last_name }) => ({
      id: `contact-${id}`,
      label: email,
      description: `${first_name} ${last_name}`.trim() || texts.contacts,
      keywords,
      leftSection: <PeopleIcon />,
      onClick: () => void navigate({ to: '/contacts/$id', params: { id: String(id) } }),
    })),
    ...(types.data ?? []).map(({ id, name }) => ({
      id: `audience-${id}`,
      label: name,
      description: texts.contactsPage.audience,
      leftSection: <PeopleIcon />,
      onClick: () => void navigate({ to: '/contacts/audiences/$id', params: { id: String(id) } }),
    })),
    ...(rules.data ?? []).map(({ id, segment_name }) => ({
      id: `segment-${id}`,
      label: segment_name,
      description: texts.segmentsPage.title,
      leftSection: <SegmentIcon />,
      onClick: () => void navigate({ to: '/segments/$id', params: { id: String(id) } }),
    })),
    ...(series.data ?? []).map(({ utr, automation_name }) => ({
      id: utr,
      label: automation_name,
      description: texts.automationsPage.name,
      leftSection: <AutomationIcon />,
      onClick: () => void navigate({ to: '/automations/$utr', params: { utr } }),
    })),
  ];
  return {
    records,
    isSearching: campaigns.isFetching || people.isFetching,
    error: campaigns.error ?? people.error,
  };
}
