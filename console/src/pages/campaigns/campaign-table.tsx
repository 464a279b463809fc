import { Table } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import {
  type Campaign,
  campaignStateOf,
  isCampaignUnderWay,
  refreshOf,
  stillSends,
} from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { senders } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import styles from './campaigns.module.css';
import { Progress } from './progress.tsx';
import { CampaignStateBadge } from './state-badge.tsx';
import { useWhen } from './use-when.ts';

/** Campaigns that are shown at a time. */
const PAGE = 30;

export const FILTERS = ['draft', 'held', 'scheduled', 'running', 'completed'] as const;
export type StateFilter = (typeof FILTERS)[number];

/** The campaigns of a state whose name or subject contains a text, newest first. It is polled while one of them is being sent. */
export function CampaignTable({ search, state }: { search: string; state: StateFilter | null }) {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const { isShown } = useRemovals('campaigns');
  const from = useQuery(senders);
  const found = useInfiniteQuery({
    queryKey: ['campaigns', 'list', search, state],
    queryFn: ({ signal, pageParam }) =>
      api.singleSendOverview(
        {
          limit: PAGE,
          ...(search !== '' && { search }),
          ...(state !== null && { state }),
          ...(pageParam !== 0 && { before_id: pageParam }),
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < PAGE ? null : last.at(-1)!.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => refreshOf(data?.pages.flat() ?? []),
  });
  if (found.isPending) return <Waiting rows={6} height={64} />;
  if (found.isError) return <Unread error={found.error} retry={() => void found.refetch()} />;
  const campaigns = found.data.pages
    .flat()
    .filter((campaign) => isShown({ id: campaign.utr }) && (state !== 'running' || stillSends(campaign)));
  if (campaigns.length === 0 && !found.hasNextPage)
    return search === '' && state === null ? (
      <Empty
        title={campaignsPage.noneTitle}
        hint={from.data?.length === 0 ? campaignsPage.noSenderHint : campaignsPage.noneHint}
      />
    ) : (
      <Empty title={campaignsPage.notFound} hint={campaignsPage.notFoundHint} />
    );
  return (
    <>
      <div className="table" tabIndex={0} role="region" aria-label={texts.campaigns}>
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{campaignsPage.name}</Table.Th>
              <Table.Th className="wide">{campaignsPage.state}</Table.Th>
              <Table.Th className={`wide ${styles.number}`}>{campaignsPage.recipients}</Table.Th>
              <Table.Th className={`wide ${styles.number}`}>{campaignsPage.opened}</Table.Th>
              <Table.Th className={`wide ${styles.number}`}>{campaignsPage.clicked}</Table.Th>
              <Table.Td w={60} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {campaigns.map((campaign) => (
              <Row key={campaign.utr} campaign={campaign} at={found.dataUpdatedAt} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <MoreButton pages={found} />
    </>
  );
}

interface CampaignRowProps {
  readonly campaign: Campaign;
  readonly at: number;
}

function Row({ campaign, at }: CampaignRowProps) {
  const { campaignsPage } = useTexts();
  const { number, percent } = useFormats();
  const when = useWhen();
  const subjectWords = useSubjectWords();
  const { utr, single_send_name, subject, audience, delivered, unique_opens, unique_clicks, status } =
    campaign;
  const hasFigures = status >= 2;
  const isCounted = hasFigures && campaign.tracking === 1;
  return (
    <Table.Tr>
      <Table.Td className={styles.cell ?? ''}>
        <CampaignLink campaign={campaign} />
        <div className="soft">{subject === '' ? campaignsPage.noSubject : subjectWords(subject)}</div>
        <div className="soft">{when(campaign)}</div>
        <div className={styles.phone}>
          <CampaignStateBadge campaign={campaign} />
          {hasFigures && (
            <span className="soft">
              {campaignsPage.recipients} {number(audience.recipients)}
            </span>
          )}
          {isCounted && (
            <>
              <span className="soft">
                {campaignsPage.opened} {percent(unique_opens, delivered)}
              </span>
              <span className="soft">
                {campaignsPage.clicked} {percent(unique_clicks, delivered)}
              </span>
            </>
          )}
        </div>
        {isCampaignUnderWay(campaign) && <Progress campaign={campaign} at={at} />}
      </Table.Td>
      <Table.Td className="wide">
        <CampaignStateBadge campaign={campaign} />
      </Table.Td>
      <Table.Td className={`wide ${styles.number}`}>{hasFigures && number(audience.recipients)}</Table.Td>
      <Table.Td className={`wide ${styles.number}`}>{isCounted && percent(unique_opens, delivered)}</Table.Td>
      <Table.Td className={`wide ${styles.number}`}>
        {isCounted && percent(unique_clicks, delivered)}
      </Table.Td>
      <Table.Td>
        <CampaignMenu name={single_send_name} utr={utr} />
      </Table.Td>
    </Table.Tr>
  );
}

/** A link to the page where a campaign is edited, or to its report once it is being sent. */
export function CampaignLink({ campaign }: { campaign: Campaign }) {
  const { utr, single_send_name } = campaign;
  const state = campaignStateOf(campaign);
  return (
    <Link
      to={state === 'draft' ? '/campaigns/$utr/edit' : '/campaigns/$utr'}
      params={{ utr }}
      className={styles.name}
    >
      {single_send_name}
    </Link>
  );
}
