import { Badge, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../client/src/index.ts';
import { deviceParts } from '../../../../shared/devices.ts';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { api } from '../../data/client.ts';
import { useSession } from '../../data/session.ts';
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
  const names = useCampaignNames();
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
            {together(entries).map(({ entry, times }) => (
              <Entry key={entry.id} entry={entry} times={times} names={names} />
            ))}
          </ul>
        )}
        <MoreButton pages={found} />
      </section>
    </SettingsPage>
  );
}

type CampaignNames = ReadonlyMap<string, string>;

/** The newest campaigns, whose names are shown. */
const NAMED = 100;

function useCampaignNames(): CampaignNames {
  const found = useQuery({
    queryKey: ['campaigns', 'names'],
    queryFn: ({ signal }) => api.singleSendOverview({ limit: NAMED }, { signal }),
  });
  return new Map((found.data ?? []).map(({ utr, single_send_name: name }) => [utr, name]));
}

const HOUR_MS = 3_600_000;

/** Saves of one campaign by one person within an hour are one entry, the newest. */
function together(entries: readonly AuditEntry[]): { entry: AuditEntry; times: number }[] {
  const shown: { entry: AuditEntry; times: number }[] = [];
  for (const entry of entries) {
    const last = shown.at(-1);
    if (
      last &&
      entry.act === 'singleSendUpdate' &&
      (['act', 'utr', 'by', 'key', 'device', 'outcome'] as const).every(
        (name) => entry[name] === last.entry[name],
      ) &&
      Date.parse(last.entry.created_at) - Date.parse(entry.created_at) < HOUR_MS
    )
      last.times += 1;
    else shown.push({ entry, times: 1 });
  }
  return shown;
}

interface AuditEntryProps {
  readonly entry: AuditEntry;
  readonly times: number;
  readonly names: CampaignNames;
}

function Entry({ entry, times, names }: AuditEntryProps) {
  const { access, audit } = useTexts();
  const { email } = useSession();
  const { dateTime, number } = useFormats();
  const acts: Readonly<Record<string, string>> = audit.acts;
  const { by, key_name, network, records, record_id, outcome } = entry;
  const { browser, system } = deviceParts(entry.device);
  const who =
    by === 'key'
      ? audit.program(key_name ?? '')
      : by === 'operator'
        ? audit.operator
        : dotted(email, access.device(browser, system));
  const what = records !== null ? audit.records(number(records)) : record_id ? audit.record(record_id) : null;
  const saves = times > 1 ? audit.times(times) : null;
  const details = dotted(saves, who, network, what, entry.subject);
  return (
    <li>
      <div>
        {/* An act that this version of the console has no words for is shown by its name. */}
        <strong>{acts[entry.act] ?? entry.act}</strong>
        <div className="soft">{details}</div>
      </div>
      <Group gap="sm">
        <About entry={entry} names={names} />
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
function About({ entry: { act, utr, outcome }, names }: Pick<AuditEntryProps, 'entry' | 'names'>) {
  const { audit } = useTexts();
  if (utr === null || outcome === 'refused' || act.includes('Delete')) return null;
  if (act.startsWith('singleSend') || act.startsWith('single_send'))
    return (
      <Link to="/campaigns/$utr" params={{ utr }}>
        {names.get(utr) ?? audit.toCampaign}
      </Link>
    );
  const isAutomation = act.startsWith('automation') && !act.startsWith('automationSchedule');
  return isAutomation ? (
    <Link to="/automations/$utr" params={{ utr }}>
      {audit.toAutomation}
    </Link>
  ) : null;
}
