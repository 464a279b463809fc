import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../app/formats.ts';
import { type NumbersRow, NumbersTable } from '../../app/numbers-table.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { ReceiverChoice } from '../../app/receiver-choice.tsx';
import { useReceiverRow } from '../../app/receivers.tsx';
import type { Mailing } from '../../data/mailing.ts';
import { type ReceiverKind, receiversOf } from '../../data/receivers.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';
import { domainsQuery, linksQuery } from './details-queries.ts';
import { PeopleLink } from './people-link.tsx';
import type { ReplyClass } from './people-list.tsx';

export function LinksTable({ mailing }: { mailing: Mailing }) {
  const { links: texts } = useTexts().campaignsPage;
  const found = useQuery(linksQuery(mailing));
  return (
    <Numbers
      id="links"
      title={texts.title}
      none={texts.none}
      columns={[texts.url, texts.people, texts.clicks, texts.machines]}
      rows={found.data?.map(({ url, people, clicks, machine_clicks }) => ({
        name: url,
        ...(people > 0 && {
          label: (
            <PeopleLink mailing={mailing} show="clicked" link={url}>
              {url}
            </PeopleLink>
          ),
        }),
        numbers: [people, clicks, machine_clicks],
      }))}
    >
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
    </Numbers>
  );
}

/** Bounced mails by the reason of the refusal, with links to their people. Empty if no mail bounced. */
export function BouncesTable({ mailing }: { mailing: Mailing }) {
  const { bounces: texts, people } = useTexts().campaignsPage;
  const { number } = useFormats();
  const { data } = useQuery(domainsQuery(mailing));
  const counts = new Map<string, number>();
  for (const { bounces } of data ?? [])
    for (const [name, count] of Object.entries(bounces)) counts.set(name, (counts.get(name) ?? 0) + count);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  if (sorted.length === 0) return null;
  return (
    <section className="card" aria-labelledby="bounces">
      <h2 id="bounces">{texts}</h2>
      <dl className={styles.receipt}>
        {sorted.map(([name, count]) => [
          <dt key={name}>
            <PeopleLink mailing={mailing} show="bounced" reason={name}>
              {people.classes[name as ReplyClass]}
            </PeopleLink>
          </dt>,
          <dd key={`${name} count`}>{number(count)}</dd>,
        ])}
      </dl>
    </section>
  );
}

export function DomainsTable({ mailing }: { mailing: Mailing }) {
  const { campaignsPage, reportParts } = useTexts();
  const { domains: texts } = campaignsPage;
  const [by, setBy] = useState<ReceiverKind>('provider');
  const rowOf = useReceiverRow();
  const found = useQuery(domainsQuery(mailing));
  return (
    <Numbers
      id="domains"
      title={texts.title}
      none={texts.none}
      columns={[
        by === 'domain' ? texts.domain : reportParts.provider,
        texts.accepted,
        texts.opened,
        texts.clicked,
        texts.bounced,
      ]}
      rows={
        found.data &&
        receiversOf(found.data, by).map((line) => ({
          ...rowOf(line),
          numbers: [line.accepted, line.opened, line.clicked, line.bounced],
        }))
      }
      choice={<ReceiverChoice by={by} choose={setBy} />}
    >
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
    </Numbers>
  );
}

interface NumbersProps {
  readonly id: string;
  readonly title: string;
  readonly none: string;
  readonly columns: readonly string[];
  /** Absent while they load. */
  readonly rows: readonly NumbersRow[] | undefined;
  /** Next to the title. */
  readonly choice?: ReactNode;
  readonly children: ReactNode;
}

function Numbers({ id, title, none, columns, rows, choice, children }: NumbersProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{title}</h2>
        {choice}
      </div>
      {children}
      {!rows && !children && <Waiting rows={3} />}
      {rows?.length === 0 && <p className="soft">{none}</p>}
      {rows && rows.length > 0 && <NumbersTable title={title} columns={columns} rows={rows} />}
    </section>
  );
}
