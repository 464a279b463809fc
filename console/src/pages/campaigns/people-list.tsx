import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Delivery, SingleSendDeliveryListInput } from '../../../../client/src/index.ts';
import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useFormats } from '../../app/formats.ts';
import { type ShownPages, useListAddress } from '../../app/list-address.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { SearchField } from '../../app/search-field.tsx';
import { Select } from '../../app/select.tsx';
import { StackedTable } from '../../app/stacked-table.tsx';
import { api } from '../../data/client.ts';
import type { Mailing } from '../../data/mailing.ts';
import { serverWords } from '../../data/own-failures.ts';
import { usePages } from '../../data/pages.ts';
import { type Texts, textsNow, useTexts } from '../../texts/texts.ts';
import styles from './campaigns.module.css';
import { CHOICES, choiceOf, inputOfChoice, type PeopleChoice } from './people-choices.ts';

export type ReplyClass = NonNullable<Delivery['class']>;

const SOURCES = {
  campaign: { list: api.singleSendDeliveryList, file: '/single-send/deliveries/download' },
  email: { list: api.automationScheduleDeliveryList, file: '/automations/schedule/deliveries/download' },
} as const;

interface Search {
  readonly q?: string;
  readonly show?: string;
  readonly reason?: string;
  /** The address of a link that was clicked. */
  readonly link?: string;
}

interface PeopleListProps {
  readonly mailing: Mailing;
  /** Empty while it loads. */
  readonly name: string;
  readonly choice: Search;
  readonly choose: (search: Search) => void;
  readonly back: ReactNode;
}

export function PeopleList({ mailing, name, choice: { show, reason, link }, choose, back }: PeopleListProps) {
  const texts = useTexts();
  const { people } = texts.campaignsPage;
  const address = useListAddress();
  const { search } = address;
  const kept = { ...(search !== '' && { q: search }) };
  const choice = choiceOf(show);
  const hasReasons = choice === 'bounced' || choice === 'deferred';
  const reasons = Object.keys(people.classes) as ReplyClass[];
  const chosen = reasons.find((one) => one === reason) ?? null;
  const input: SingleSendDeliveryListInput = {
    utr: mailing.utr,
    ...inputOfChoice(choice),
    ...(hasReasons && chosen !== null && { class: chosen }),
    ...(link !== undefined && { link }),
    ...(search !== '' && { search }),
  };
  return (
    <Page
      title={name === '' ? people.title : people.of(name)}
      actions={
        <DownloadButton
          start={() =>
            download({
              name: `${name || people.title}.csv`,
              path: SOURCES[mailing.kind].file,
              input: { ...input },
            })
          }
        >
          {people.download}
        </DownloadButton>
      }
    >
      <p>{back}</p>
      <div className="card">
        <Group mb="md">
          <SearchField label={people.search} initial={search} search={address.setSearch} />
          <Select
            flex="0 1 14rem"
            aria-label={people.show}
            data={CHOICES.map((value) => ({ value, label: people.choices[value] }))}
            value={choice}
            onChange={(value) => choose({ ...kept, show: value as PeopleChoice })}
            allowDeselect={false}
          />
          {hasReasons && (
            <Select
              flex="0 1 14rem"
              aria-label={people.class}
              placeholder={people.anyClass}
              data={reasons.map((value) => ({ value, label: people.classes[value] }))}
              value={chosen}
              onChange={(value) =>
                choose({ ...kept, show: choice, ...(value !== null && { reason: value }) })
              }
              clearable
              clearButtonProps={{ 'aria-label': people.anyClass }}
            />
          )}
        </Group>
        {link !== undefined && (
          <Group mb="md" className={styles.reply ?? ''}>
            <span>{texts.reportParts.clickedLink(link)}</span>
            <Button size="compact-md" variant="default" onClick={() => choose({ ...kept, show: choice })}>
              {texts.reportParts.anyLink}
            </Button>
          </Group>
        )}
        <PeopleTable mailing={mailing} input={input} address={address} />
      </div>
    </Page>
  );
}

interface PeopleTableProps {
  readonly mailing: Mailing;
  readonly input: SingleSendDeliveryListInput;
  readonly address: ShownPages;
}

function PeopleTable({ mailing, input, address }: PeopleTableProps) {
  const texts = useTexts();
  const { people } = texts.campaignsPage;
  const { dateTime, number } = useFormats();
  const found = usePages(
    ['mail-people', input],
    (range, options) => SOURCES[mailing.kind].list({ ...input, ...range }, options),
    address.pages,
  );
  if (found.isPending) return <Waiting rows={8} />;
  if (found.isError) return <Unread error={found.error} retry={() => void found.refetch()} />;
  const rows = found.data.pages.flat();
  if (rows.length === 0) return <Empty title={people.none} hint={people.noneHint} />;
  return (
    <>
      <div className="table" tabIndex={0} role="region" aria-label={people.title}>
        <StackedTable
          columns={[people.email, people.state, people.reply, people.opens, people.clicks, people.at]}
          numbers={[people.opens, people.clicks]}
          rows={rows.map((one) => ({
            key: one.id,
            cells: [
              { shown: <PersonLink mailing={mailing} one={one} /> },
              { shown: deliveryStateOf(one, people) },
              { shown: one.class === null && one.reply === null ? null : <Reply one={one} /> },
              { shown: number(one.opens) },
              { shown: number(one.clicks) },
              { shown: whenOf(one, dateTime) },
            ],
          }))}
        />
      </div>
      <MoreButton pages={found} address={address} />
    </>
  );
}

function PersonLink({ mailing, one: { email, contact_id } }: { mailing: Mailing; one: Delivery }) {
  if (mailing.kind === 'email')
    return (
      <Link to="/automations/$utr/person" params={{ utr: mailing.automation }} search={{ email }}>
        {email}
      </Link>
    );
  if (contact_id === null) return email;
  return (
    <Link to="/contacts/$id" params={{ id: String(contact_id) }}>
      {email}
    </Link>
  );
}

function Reply({ one }: { one: Delivery }) {
  const texts = useTexts();
  const { people } = texts.campaignsPage;
  return (
    <div>
      {one.class !== null && <div>{people.classes[one.class]}</div>}
      {one.reply !== null && (
        <div className={`soft ${styles.reply}`}>
          {one.state === 'bounced' ? one.reply : serverWords(one.reply, texts)}
        </div>
      )}
    </div>
  );
}

/** The last event of a mail; empty if there was none. */
function whenOf(one: Delivery, dateTime: (at: string) => string): string {
  const at = one.bounced_at ?? one.last_opened_at ?? one.accepted_at ?? one.first_attempted_at;
  return at === null ? '' : dateTime(at);
}

export const deliveryStateOf = (
  { state, skip_reason }: Delivery,
  people: Texts['campaignsPage']['people'],
): string =>
  skip_reason === null
    ? people.choices[state]
    : textsNow().pair(people.choices.skipped, people.skips[skip_reason]);
