import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SearchIcon } from '../../app/icons.tsx';
import { Page } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { CampaignTable, FILTERS, type StateFilter } from './campaign-table.tsx';
import { NewCampaign } from './new-campaign.tsx';

/** Milliseconds after the last key before the service is asked. */
const TYPING_MS = 200;

export function Campaigns() {
  const { campaigns, campaignsPage: texts } = useTexts();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [state, setState] = useState<StateFilter | null>(null);
  return (
    <Page title={campaigns} actions={<NewCampaign />}>
      <div className="card">
        <Group mb="md">
          <TextInput
            type="search"
            flex="1 1 16rem"
            maw="30rem"
            leftSection={<SearchIcon />}
            aria-label={texts.search}
            placeholder={texts.search}
            value={typed}
            maxLength={255}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Select
            flex="0 1 12rem"
            aria-label={texts.state}
            placeholder={texts.anyState}
            data={FILTERS.map((value) => ({ value, label: texts.states[value] }))}
            value={state}
            onChange={setState}
            clearable
            clearButtonProps={{ 'aria-label': texts.anyState }}
          />
        </Group>
        <CampaignTable search={search} state={state} />
      </div>
    </Page>
  );
}
