import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { useTexts } from '../../texts/texts.ts';
import { CampaignTable, FILTERS, type StateFilter } from './campaign-table.tsx';
import { NewCampaign } from './new-campaign.tsx';

export function Campaigns() {
  const { campaigns, campaignsPage: texts } = useTexts();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<StateFilter | null>(null);
  return (
    <Page title={campaigns} actions={<NewCampaign />}>
      <div className="card">
        <Group mb="md">
          <SearchField label={texts.search} search={setSearch} />
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
