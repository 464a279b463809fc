import { Group, Select, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Delivery, SingleSendDeliveryListInput } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { campaignQuery } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { usePages } from '../../data/pages.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaigns.module.css';
import { CHOICES, type Choice, choiceOf, inputOfChoice } from './people-choices.ts';

type ReplyClass = NonNullable<Delivery['class']>;

/** The people of a campaign, with what became of the mail of each. */
export function PeoplePage() {
  const { utr } = useParams({ from: '/campaigns/$utr/people' });
  const { show, reason } = useSearch({ from: '/campaigns/$utr/people' });
  const texts = useTexts();
  const { people } = texts.campaignsPage;
  const navigate = useNavigate();
  const campaign = useQuery(campaignQuery(utr));
  const [search, setSearch] = useState('');
  const choice = choiceOf(show);
  const hasReasons = choice === 'bounced' || choice === 'deferred';
  const reasons = Object.keys(people.classes) as ReplyClass[];
  const chosen = reasons.find((one) => one === reason) ?? null;
  const goTo = (search: { show?: string; reason?: string }): void =>
    void navigate({ to: '/campaigns/$utr/people', params: { utr }, search, replace: true });
  const input: SingleSendDeliveryListInput = {
    utr,
    ...inputOfChoice(choice),
    ...(hasReasons && chosen !== null && { class: chosen }),
    ...(search !== '' && { search }),
  };
  const name = campaign.data?.single_send_name ?? '';
  return (
    <Page
      title={name === '' ? people.title : people.of(name)}
      actions={
        <DownloadButton
          start={() =>
            download({
              name: `${name || people.title}.csv`,
              path: '/single-send/deliveries/download',
              input: { ...input },
            })
          }
        >
          {people.download}
        </DownloadButton>
      }
    >
      <p>
        <Link to="/campaigns/$utr" params={{ utr }}>
          {people.back}
        </Link>
      </p>
      <div className="card">
        <Group mb="md">
          <SearchField label={people.search} search={setSearch} />
          <Select
            flex="0 1 14rem"
            aria-label={people.show}
            data={CHOICES.map((value) => ({ value, label: people.choices[value] }))}
            value={choice}
            onChange={(value) => goTo({ show: value as Choice })}
            allowDeselect={false}
          />
          {hasReasons && (
            <Select
              flex="0 1 14rem"
              aria-label={people.class}
              placeholder={people.anyClass}
              data={reasons.map((value) => ({ value, label: people.classes[value] }))}
              value={chosen}
              onChange={(value) => goTo({ show: choice, ...(value !== null && { reason: value }) })}
              clearable
              clearButtonProps={{ 'aria-label': people.anyClass }}
            />
          )}
        </Group>
        <PeopleTable input={input} />
      </div>
    </Page>
  );
}

function PeopleTable({ input }: { input: SingleSendDeliveryListInput }) {
  const texts = useTexts();
  const { people } = texts.campaignsPage;
  const { dateTime, number } = useFormats();
  const found = usePages(['campaign-people', input], (range, options) =>
    api.singleSendDeliveryList({ ...input, ...range }, options),
  );
  if (found.isPending) return <Waiting rows={8} />;
  if (found.isError) return <Unread error={found.error} retry={() => void found.refetch()} />;
  const rows = found.data.pages.flat();
  if (rows.length === 0) return <Empty title={people.none} hint={people.noneHint} />;
  return (
    <>
      <div className="table" tabIndex={0} role="region" aria-label={people.title}>
        <Table verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{people.email}</Table.Th>
              <Table.Th>{people.state}</Table.Th>
              <Table.Th className="wide">{people.reply}</Table.Th>
              <Table.Th className={`wide ${styles.number}`}>{people.opens}</Table.Th>
              <Table.Th className={`wide ${styles.number}`}>{people.clicks}</Table.Th>
              <Table.Th className="wide">{people.at}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  {one.contact_id === null ? (
                    one.email
                  ) : (
                    <Link to="/contacts/$id" params={{ id: String(one.contact_id) }}>
                      {one.email}
                    </Link>
                  )}
                </Table.Td>
                <Table.Td>
                  {one.skip_reason === null
                    ? people.choices[one.state]
                    : `${people.choices.skipped}: ${people.skips[one.skip_reason]}`}
                </Table.Td>
                <Table.Td className="wide">
                  {one.class !== null && <div>{people.classes[one.class]}</div>}
                  {one.reply !== null && <div className={`soft ${styles.reply}`}>{one.reply}</div>}
                </Table.Td>
                <Table.Td className={`wide ${styles.number}`}>{number(one.opens)}</Table.Td>
                <Table.Td className={`wide ${styles.number}`}>{number(one.clicks)}</Table.Td>
                <Table.Td className="wide">{whenOf(one, dateTime)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <MoreButton pages={found} />
    </>
  );
}

/** The last thing that happened to a mail; empty where nothing did. */
function whenOf(one: Delivery, dateTime: (at: string) => string): string {
  const at = one.bounced_at ?? one.last_opened_at ?? one.accepted_at ?? one.first_attempted_at;
  return at === null ? '' : dateTime(at);
}
