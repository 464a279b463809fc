import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { SearchField } from '../../app/search-field.tsx';
import { api } from '../../data/client.ts';
import { senders } from '../../data/lists.ts';
import { type CampaignStart, EMPTY_START } from '../../data/new-campaign.ts';
import { useTexts } from '../../texts/texts.ts';
import { TemplatesToUse } from './compose-template.tsx';
import { CampaignStateBadge } from './state-badge.tsx';
import { useTemplateContents } from './template-contents.tsx';
import { useStartCampaign } from './use-start-campaign.ts';
import { useWhen } from './use-when.ts';

interface StartCampaignProps {
  readonly isOpen: boolean;
  /** Called when it is drawn for the first time. */
  readonly shown: () => void;
  readonly close: () => void;
}

/** Asks how a campaign starts. The focus is on the empty campaign, so Enter chooses it. */
export function StartCampaign({ isOpen, shown, close }: StartCampaignProps) {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const from = useQuery(senders);
  const { start, isPending } = useStartCampaign(true);
  const isDrawn = !from.isPending;
  useEffect(() => {
    if (isDrawn) shown();
  }, [isDrawn, shown]);
  return (
    <Dialog
      // A closed dialog would not stop the draft that it makes.
      opened={isDrawn && (isOpen || isPending)}
      onClose={() => {
        if (!isPending) close();
      }}
      size="xl"
      title={campaignsPage.add}
    >
      {from.isError && <Unread error={from.error} retry={() => void from.refetch()} />}
      {from.data?.length === 0 && (
        <Stack align="flex-start">
          <p>{campaignsPage.start.noSender}</p>
          <LinkButton to="/settings" data-autofocus>
            {campaignsPage.toSenders}
          </LinkButton>
        </Stack>
      )}
      {from.data && from.data.length > 0 && <Starts start={start} isOff={isPending} />}
    </Dialog>
  );
}

function Starts({ start, isOff }: StartsProps) {
  const { start: texts } = useTexts().campaignsPage;
  return (
    <>
      <p className="soft">{texts.hint}</p>
      <Button data-autofocus loading={isOff} onClick={() => start(EMPTY_START)}>
        {texts.empty}
      </Button>
      <EarlierCampaigns start={start} isOff={isOff} />
      <TemplateStarts start={start} isOff={isOff} />
    </>
  );
}

interface StartsProps {
  readonly start: (from: CampaignStart) => void;
  readonly isOff: boolean;
}

/** Earlier campaigns that are shown at a time; a search finds the others. */
const SHOWN = 5;

function EarlierCampaigns({ start, isOff }: StartsProps) {
  const { campaignsPage } = useTexts();
  const { start: texts } = campaignsPage;
  const when = useWhen();
  const [search, setSearch] = useState('');
  const found = useQuery({
    queryKey: ['campaigns', 'to-copy', search],
    queryFn: ({ signal }) =>
      api.singleSendOverview({ limit: SHOWN, ...(search !== '' && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (found.data?.length === 0 && search === '') return null;
  return (
    <section aria-labelledby="start-earlier">
      <h3 id="start-earlier">{texts.earlier}</h3>
      <p className="soft">{texts.earlierHint}</p>
      <SearchField label={campaignsPage.search} search={setSearch} />
      {found.isPending && <Waiting rows={SHOWN} height={64} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p className="soft">{campaignsPage.notFound}</p>}
      <ul className={rows.rows}>
        {found.data?.map((campaign) => {
          const { utr, single_send_name } = campaign;
          return (
            <li key={utr}>
              <div>
                <strong>{single_send_name}</strong>
                <div className="soft">{when(campaign)}</div>
              </div>
              <div>
                <CampaignStateBadge campaign={campaign} />{' '}
                <Button
                  size="compact-md"
                  variant="default"
                  disabled={isOff}
                  aria-label={`${texts.copy}: ${single_send_name}`}
                  onClick={() => start({ copyOf: utr })}
                >
                  {texts.copy}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function TemplateStarts({ start, isOff }: StartsProps) {
  const { templatesPage } = useTexts();
  const { choices, isBranded, error, retry } = useTemplateContents();
  if (!choices) return error ? <Unread error={error} retry={retry} /> : <Waiting rows={2} height={180} />;
  return (
    <>
      {choices.own.length > 0 && (
        <>
          <h3>{templatesPage.yours}</h3>
          <TemplatesToUse choices={choices.own} use={({ content }) => start(content())} isOff={isOff} />
        </>
      )}
      <h3>{templatesPage.builtIn}</h3>
      {isBranded && <p className="soft">{templatesPage.inBrand}</p>}
      <TemplatesToUse choices={choices.builtIn} use={({ content }) => start(content())} isOff={isOff} />
    </>
  );
}
