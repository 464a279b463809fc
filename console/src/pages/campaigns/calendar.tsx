import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { CalendarEntry } from '../../../../client/src/index.ts';
import { cityOf } from '../../../../shared/time-zones.ts';
import { useFormats } from '../../app/formats.ts';
import { Page, UnreadParts, Waiting } from '../../app/page.tsx';
import { type Campaign, campaignPagesOf, campaignStateOf } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useSession } from '../../data/session.ts';
import { todayIn } from '../../data/statistics.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import styles from './calendar.module.css';
import { CampaignLink } from './campaign-table.tsx';
import { CampaignStateBadge } from './state-badge.tsx';

/** Months before a month in which the campaigns that it sends were created. */
const LEAD_MONTHS = 3;

interface CampaignEntry {
  readonly campaign: Campaign;
  /** `YYYY-MM-DD HH:MM:SS`, in the account's time zone. */
  readonly at: string;
}

const plannedAt = ({ sent_at, schedule_type, schedule_date, schedule_time }: Campaign): string | null =>
  sent_at ??
  (schedule_type === 1 && schedule_date !== '0000-00-00' ? `${schedule_date} ${schedule_time}` : null);

interface MonthCampaigns {
  readonly entries: readonly CampaignEntry[];
  /** Campaigns that were created before may be missing. Null: none is. */
  readonly readSince: string | null;
}

async function readCampaigns(since: string, signal: AbortSignal): Promise<MonthCampaigns> {
  const states = ['scheduled', 'held', 'running', 'completed'] as const;
  const read = await Promise.all(
    states.map((state) => campaignPagesOf(state, signal, ({ created_at }) => created_at < since)),
  );
  const entries = read
    .flatMap(({ campaigns }) => campaigns)
    .flatMap((campaign): CampaignEntry[] => {
      const at = plannedAt(campaign);
      return at === null ? [] : [{ campaign, at }];
    });
  const ends = read.flatMap(({ campaigns, isCut }) => (isCut ? campaigns.at(-1)!.created_at : []));
  return { entries, readSince: ends.toSorted().at(-1) ?? null };
}

const DAYS = 7;

/** The days of a month, with `null` for the days before its first in the week from Monday. */
function daysOf(month: string): readonly (string | null)[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const blanks = (first.getUTCDay() + DAYS - 1) % DAYS;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return [
    ...Array.from({ length: blanks }, () => null),
    ...Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`),
  ];
}

function monthAfter(month: string, by: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 'YYYY-MM'.length);
}

/** The emails of automations that are due in a month. */
const readEmails = async (month: string, signal: AbortSignal): Promise<readonly CalendarEntry[]> => {
  const to = daysOf(month).findLast((day) => day !== null)!;
  const entries = await api.calendarList({ from: `${month}-01`, to }, { signal });
  return entries.filter(({ kind }) => kind === 'automation_email');
};

/** Campaigns that went out or will go out, and emails of automations, by day, in the time zone of the account. */
export function CalendarPage() {
  const { calendarPage: texts, campaignsPage } = useTexts();
  const { timezone } = useSession();
  const language = useLanguage();
  const navigate = useNavigate();
  const search = useSearch({ from: '/calendar' });
  const { date } = useFormats();
  const today = todayIn(timezone);
  const thisMonth = today.slice(0, 'YYYY-MM'.length);
  const month = search.month ?? thisMonth;
  const since = `${monthAfter(month < thisMonth ? month : thisMonth, -LEAD_MONTHS)}-01`;
  const found = useQuery({
    queryKey: ['campaigns', 'calendar', since],
    queryFn: ({ signal }) => readCampaigns(since, signal),
    staleTime: 0,
  });
  const emails = useQuery({
    queryKey: ['automations', 'calendar', month],
    queryFn: ({ signal }) => readEmails(month, signal),
    staleTime: 0,
  });
  const failed = [found, emails].filter((one) => one.isError);
  const show = (next: string): void =>
    void navigate({ to: '/calendar', search: { month: next }, replace: true });
  const name = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  const readSince = found.data?.readSince ?? null;
  const entries = (found.data?.entries ?? []).filter(({ at }) => at.startsWith(month));
  return (
    <Page title={texts.title}>
      <p>
        <Link to="/campaigns">{campaignsPage.back}</Link>
      </p>
      <section className="card" aria-labelledby="month">
        <div className="head">
          <h2 id="month" aria-live="polite">
            {name.charAt(0).toLocaleUpperCase(language) + name.slice(1)}
          </h2>
          <Group gap="xs">
            <Button variant="default" size="compact-md" onClick={() => show(monthAfter(month, -1))}>
              {texts.before}
            </Button>
            <Button variant="default" size="compact-md" onClick={() => show(monthAfter(month, 1))}>
              {texts.after}
            </Button>
          </Group>
        </div>
        <p className="soft">{texts.hint(cityOf(timezone))}</p>
        {readSince !== null && <p className="soft">{texts.readSince(date(readSince))}</p>}
        {found.isPending && failed.length === 0 && <Waiting rows={5} height={90} />}
        <UnreadParts parts={failed} />
        {found.data && emails.data && entries.length + emails.data.length === 0 && <p>{texts.none}</p>}
        {found.data && (
          <ol className={styles.days}>
            {daysOf(month).map((day, at) =>
              day === null ? (
                <li key={`blank ${at}`} className={styles.day} data-blank data-empty aria-hidden="true" />
              ) : (
                <Day
                  key={day}
                  day={day}
                  isToday={day === today}
                  entries={entries.filter((one) => one.at.startsWith(day))}
                  emails={emails.data?.filter(({ date }) => date === day) ?? []}
                />
              ),
            )}
          </ol>
        )}
      </section>
    </Page>
  );
}

interface DayProps {
  readonly day: string;
  readonly isToday: boolean;
  readonly entries: readonly CampaignEntry[];
  readonly emails: readonly CalendarEntry[];
}

function Day({ day, isToday, entries, emails }: DayProps) {
  const { calendarPage: texts } = useTexts();
  const { number } = useFormats();
  const subjectWords = useSubjectWords();
  const language = useLanguage();
  const name = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
  const sorted = entries.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return (
    <li className={styles.day} data-today={isToday} data-empty={entries.length + emails.length === 0}>
      <time dateTime={day} className="soft">
        {isToday ? texts.today(name) : name}
      </time>
      {sorted.length + emails.length > 0 && (
        <ul className={styles.entries}>
          {sorted.map(({ campaign, at }) => (
            <li key={campaign.utr}>
              <div className="soft">{at.slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:MM'.length)}</div>
              <CampaignLink campaign={campaign} />
              {campaignStateOf(campaign) === 'completed' ? (
                <div className="soft">
                  {texts.recipients(number(campaign.audience.recipients), campaign.audience.recipients)}
                </div>
              ) : (
                <div>
                  <CampaignStateBadge campaign={campaign} />
                </div>
              )}
            </li>
          ))}
          {emails.map(({ utr, automation_utr, name: automation, subject, emails: due }) => (
            <li key={utr}>
              <Link to="/automations/$utr" params={{ utr: automation_utr ?? '' }}>
                {automation}
              </Link>
              <div className="soft">{subjectWords(subject)}</div>
              <div className="soft">{texts.emails(number(due ?? 0), due ?? 0)}</div>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
