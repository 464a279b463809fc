import { Badge, Group } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../client/src/index.ts';
import { deviceParts } from '../../../../shared/devices.ts';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { joinedEntries } from '../../data/audit-entries.ts';
import { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { fieldProblems } from '../../data/problems.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { AuditFilters } from './audit-filters.tsx';
import { SettingsPage } from './settings-page.tsx';

/** Entries that are shown at a time. */
const PAGE = 50;

export function AuditPage() {
  const { audit, loading } = useTexts();
  const search = useSearch({ from: '/settings/activity' });
  const found = useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ signal, pageParam }) =>
      api.auditList({ ...search, last: PAGE, ...(pageParam !== 0 && { before_id: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? null : page[0]!.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const problems = fieldProblems(found.error);
  const entries = found.data?.pages.flatMap((page) => page.toReversed());
  // Until the answer to new filters comes, the entries are those of the old ones.
  const isOld = found.isPlaceholderData;
  const isPlain = Object.keys(search).length === 0;
  const none = entries?.length === 0 && (isPlain ? audit.none : audit.noneFound);
  return (
    <SettingsPage>
      <section className="card" aria-labelledby="audit">
        <h2 id="audit">{audit.title}</h2>
        <p className="soft">{audit.hint}</p>
        <AuditFilters search={search} problems={problems} />
        {found.isPending && <Waiting rows={8} height={64} />}
        {found.isError && Object.keys(problems).length === 0 && (
          <Unread error={found.error} retry={() => void found.refetch()} />
        )}
        <p role="status" className="soft">
          {isOld ? loading : none}
        </p>
        {entries && entries.length > 0 && (
          <ul className={`${rows.rows} ${isOld ? (rows.old ?? '') : ''}`} aria-busy={isOld}>
            {joinedEntries(entries).map(({ entry, times }) => (
              <Entry key={entry.id} entry={entry} times={times} />
            ))}
          </ul>
        )}
        <MoreButton pages={found} />
      </section>
    </SettingsPage>
  );
}

interface AuditEntryProps {
  readonly entry: AuditEntry;
  readonly times: number;
}

function Entry({ entry, times }: AuditEntryProps) {
  const { access, audit } = useTexts();
  const { email } = useSession();
  const { dateTime, number } = useFormats();
  const acts: Readonly<Record<string, string>> = audit.acts;
  const { by, key, key_name, network, records, record_id, outcome } = entry;
  const { browser, system } = deviceParts(entry.device);
  const who =
    by === 'key'
      ? audit.program(key_name || (key ?? ''))
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

/** The way to what the act was about, where it has a page and still exists. */
function About({ entry: { utr, name, automation_utr, act, outcome } }: Pick<AuditEntryProps, 'entry'>) {
  const { audit, campaignsPage } = useTexts();
  const subjectWords = useSubjectWords();
  if (utr === null || name === null || outcome === 'refused') return null;
  if (automation_utr !== null)
    return (
      <Link to="/automations/$utr/emails/$email" params={{ utr: automation_utr, email: utr }}>
        {subjectWords(name) || campaignsPage.noSubject}
      </Link>
    );
  return act.startsWith('automation') ? (
    <Link to="/automations/$utr" params={{ utr }}>
      {name || audit.toAutomation}
    </Link>
  ) : (
    <Link to="/campaigns/$utr" params={{ utr }}>
      {name || audit.toCampaign}
    </Link>
  );
}
