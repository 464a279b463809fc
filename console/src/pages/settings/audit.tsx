import { Badge, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { SettingsPage } from './settings-page.tsx';

/** Entries that are shown at a time. */
const PAGE = 50;

export function AuditPage() {
  const { audit } = useTexts();
  const found = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ signal, pageParam }) =>
      api.auditList({ last: PAGE, ...(pageParam !== 0 && { before_id: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? null : page[0]!.id),
    staleTime: 0,
  });
  const entries = found.data?.pages.flatMap((page) => page.toReversed());
  return (
    <SettingsPage>
      <section className="card" aria-labelledby="audit">
        <h2 id="audit">{audit.title}</h2>
        <p className="soft">{audit.hint}</p>
        {found.isPending && <Waiting rows={8} height={64} />}
        {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
        {entries?.length === 0 && <p>{audit.none}</p>}
        {entries && entries.length > 0 && (
          <ul className={rows.rows}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        <MoreButton pages={found} />
      </section>
    </SettingsPage>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { audit } = useTexts();
  const { dateTime, number } = useFormats();
  const acts: Readonly<Record<string, string>> = audit.acts;
  const { by, key_name, device, network, records, record_id, outcome } = entry;
  const who = by === 'key' ? audit.program(key_name ?? '') : by === 'operator' ? audit.operator : device;
  const what = records !== null ? audit.records(number(records)) : record_id && audit.record(record_id);
  const details = [who, network, what, entry.subject].filter((part) => part !== null && part !== 0);
  return (
    <li>
      <div>
        {/* An act that this version of the console has no words for is shown by its name. */}
        <strong>{acts[entry.act] ?? entry.act}</strong>
        <div className="soft">{details.join(' · ')}</div>
      </div>
      <Group gap="sm">
        <About entry={entry} />
        {outcome !== 'done' && (
          <Badge
            variant="light"
            className={rows.open}
            {...(outcome === 'begun' && { title: audit.begunHint })}
          >
            {audit[outcome]}
          </Badge>
        )}
        <time className="soft" dateTime={entry.created_at}>
          {dateTime(entry.created_at)}
        </time>
      </Group>
    </li>
  );
}

/** The way to what the act was about, where it has a page and is still there. */
function About({ entry: { act, utr, outcome } }: { entry: AuditEntry }) {
  const { audit } = useTexts();
  if (utr === null || outcome === 'refused' || act.includes('Delete')) return null;
  if (act.startsWith('singleSend'))
    return (
      <Link to="/campaigns/$utr" params={{ utr }}>
        {audit.toCampaign}
      </Link>
    );
  const isAutomation = act.startsWith('automation') && !act.startsWith('automationSchedule');
  return isAutomation ? (
    <Link to="/automations/$utr" params={{ utr }}>
      {audit.toAutomation}
    </Link>
  ) : null;
}
