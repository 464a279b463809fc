import { Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../../app/link-button.tsx';
import { Page } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { Select } from '../../app/select.tsx';
import { useTexts } from '../../texts/texts.ts';
import { CampaignTable, FILTERS } from './campaign-table.tsx';
import { NewCampaign } from './new-campaign.tsx';

/** The address keeps the search and the state. */
export function Campaigns() {
  const { campaigns, campaignsPage: texts, calendarPage } = useTexts();
  const search = useSearch({ from: '/campaigns' });
  const navigate = useNavigate();
  const { q = '' } = search;
  const state = FILTERS.find((one) => one === search.state) ?? null;
  /** The address says whether the dialog is open, so that the palette can open it. */
  const start = (isOpen: boolean): void => {
    const { start: _, ...others } = search;
    void navigate({
      to: '/campaigns',
      search: { ...others, ...(isOpen && { start: true }) },
      replace: !isOpen,
    });
  };
  const show = (next: { q: string; state: string | null }): void =>
    void navigate({
      to: '/campaigns',
      search: { ...(next.q !== '' && { q: next.q }), ...(next.state !== null && { state: next.state }) },
      replace: true,
    });
  return (
    <Page
      title={campaigns}
      actions={
        <Group>
          <LinkButton to="/messages" variant="default">
            {calendarPage.messages}
          </LinkButton>
          <LinkButton to="/calendar" variant="default">
            {calendarPage.open}
          </LinkButton>
          <NewCampaign isOpen={search.start === true} open={() => start(true)} close={() => start(false)} />
        </Group>
      }
    >
      <div className="card">
        <Group mb="md">
          <SearchField label={texts.search} initial={q} search={(text) => show({ q: text, state })} />
          <Select
            flex="0 1 12rem"
            aria-label={texts.state}
            placeholder={texts.anyState}
            data={FILTERS.map((value) => ({ value, label: texts.states[value] }))}
            value={state}
            onChange={(next) => show({ q, state: next })}
            clearable
            clearButtonProps={{ 'aria-label': texts.anyState }}
          />
        </Group>
        <CampaignTable search={q} state={state} />
      </div>
    </Page>
  );
}
