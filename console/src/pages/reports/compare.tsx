import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { csvOf, inPercent, percentOf } from '../../app/csv.ts';
import { saveAs } from '../../app/download.ts';
import { useFormats } from '../../app/formats.ts';
import { LinePlot, type PlotLine } from '../../app/line-plot.tsx';
import { MultiSelect } from '../../app/multi-select.tsx';
import { NumbersTable } from '../../app/numbers-table.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { type Campaign, campaignQuery, newestCampaigns } from '../../data/campaigns.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { timelineQuery } from '../campaigns/details-queries.ts';

/** Campaigns that can be compared at once, and those that are offered. */
const [MOST, OFFERED] = [5, 100];
const LOOKS: readonly PlotLine['of'][] = ['main', 'second', 'third', 'fourth', 'all'];
/** Hours after the start that the lines show. */
const HOURS = 72;
const HOUR_MS = 3_600_000;

type Timeline = readonly { readonly starts_at: string; readonly opened: number }[];

/** The share of delivered emails that were opened by each hour after the first event. */
function shares({ delivered }: Campaign, timeline: Timeline): readonly (number | null)[] {
  const first = Date.parse(timeline[0]?.starts_at ?? '');
  if (Number.isNaN(first) || delivered === 0) return Array.from({ length: HOURS + 1 }, () => null);
  const byHour = new Map<number, number>();
  for (const { starts_at, opened } of timeline) {
    const hour = Math.round((Date.parse(starts_at) - first) / HOUR_MS);
    byHour.set(hour, (byHour.get(hour) ?? 0) + opened);
  }
  const lived = Math.floor((Date.now() - first) / HOUR_MS);
  let sum = 0;
  return Array.from({ length: HOURS + 1 }, (_, hour) => {
    sum += byHour.get(hour) ?? 0;
    return hour > lived ? null : sum / delivered;
  });
}

/** Figures of chosen campaigns side by side, and how fast they were opened. */
export function ComparePage() {
  const { comparePage: texts, reportsPage, campaignsPage } = useTexts();
  const navigate = useNavigate();
  const { day } = useFormats();
  const { utrs = [] } = useSearch({ from: '/reports/compare' });
  const found = useQuery(newestCampaigns('completed', OFFERED));
  const newest = found.data ?? [];
  // A report leads here with its campaign, which may be older, or under way.
  const others = useQueries({
    queries: (found.data ? utrs : [])
      .filter((utr) => !newest.some((one) => one.utr === utr))
      .slice(0, MOST)
      .map(campaignQuery),
  });
  const all = [...newest, ...others.flatMap(({ data }) => (data && data.status >= 2 ? [data] : []))];
  const chosen = utrs.flatMap((utr) => all.find((one) => one.utr === utr) ?? []).slice(0, MOST);
  return (
    <Page title={texts.title}>
      <p>
        <Link to="/reports">{reportsPage.title}</Link>
      </p>
      <section className="card" aria-label={texts.title}>
        {all.length > 0 && <p className="soft">{texts.hint(MOST)}</p>}
        {found.isPending && <Waiting rows={2} />}
        {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
        {found.data && all.length === 0 && !others.some(({ isLoading }) => isLoading) && (
          <Empty title={texts.none} hint={texts.hint(MOST)}>
            <Link to="/campaigns">{campaignsPage.back}</Link>
          </Empty>
        )}
        {all.length > 0 && (
          <MultiSelect
            label={texts.choose}
            data={all.map(({ utr, single_send_name: name, sent_at }) => ({
              value: utr,
              label: sent_at === null ? name : `${name} (${day(sent_at.slice(0, 'YYYY-MM-DD'.length))})`,
            }))}
            value={chosen.map(({ utr }) => utr)}
            onChange={(next) =>
              void navigate({ to: '/reports/compare', search: { utrs: next }, replace: true })
            }
            maxValues={MOST}
            searchable
            hidePickedOptions
          />
        )}
      </section>
      {chosen.length === 1 && <p role="status">{texts.another}</p>}
      {chosen.length > 1 && <Comparison campaigns={chosen} />}
    </Page>
  );
}

/** Names may be alike. */
const namesOf = (campaigns: readonly Campaign[]): readonly string[] =>
  campaigns.map(({ single_send_name: name }, at) =>
    campaigns.findIndex((one) => one.single_send_name === name) === at ? name : `${name} (${at + 1})`,
  );

function Comparison({ campaigns }: { campaigns: readonly Campaign[] }) {
  const texts = useTexts();
  const { comparePage } = texts;
  const { figures } = texts.campaignsPage;
  const { percent, number } = useFormats();
  const subjectWords = useSubjectWords();
  const timelines = useQueries({
    queries: campaigns.map(({ utr }) => timelineQuery({ kind: 'campaign', utr }, 'hour')),
  });
  const names = namesOf(campaigns);
  const rows: readonly (readonly [
    name: string,
    (one: Campaign) => readonly [part: number, whole: number],
  ])[] = [
    [figures.delivered, (one) => [one.delivered, one.audience.recipients]],
    [figures.opened, (one) => [one.unique_opens, one.delivered]],
    [figures.clicked, (one) => [one.unique_clicks, one.delivered]],
    [texts.reportParts.clickToOpen, (one) => [one.unique_clicks, one.unique_opens]],
    [figures.bounced, (one) => [one.bounces, one.audience.recipients]],
    [figures.unsubscribed, (one) => [one.unsubscribes, one.delivered]],
    [figures.complained, (one) => [one.complaints, one.delivered]],
  ];
  const recipients = campaigns.map(({ audience }) => audience.recipients);
  const save = (): void =>
    saveAs(
      `${comparePage.title}.csv`,
      csvOf([
        [comparePage.figure, ...names],
        [figures.recipients, ...recipients],
        ...rows.map(([name, of]) => [inPercent(name), ...campaigns.map((one) => percentOf(...of(one)))]),
      ]),
    );
  const tracked = campaigns.filter(({ tracking }) => tracking === 1);
  return (
    <>
      <section className="card" aria-labelledby="compared">
        <div className="head">
          <h2 id="compared">{figures.title}</h2>
          <Button variant="default" onClick={save}>
            {comparePage.asCsv}
          </Button>
        </div>
        <NumbersTable
          title={comparePage.title}
          columns={[comparePage.figure, ...names]}
          rows={[
            { name: figures.recipients, numbers: recipients },
            ...rows.map(([name, of]) => ({ name, numbers: campaigns.map((one) => percent(...of(one))) })),
          ]}
        />
        <ul>
          {campaigns.map(({ utr, subject }, at) => (
            <li key={utr}>
              <Link to="/campaigns/$utr" params={{ utr }}>
                {names[at]}
              </Link>{' '}
              <span className="soft">{subjectWords(subject)}</span>
            </li>
          ))}
        </ul>
      </section>
      {tracked.length > 0 && (
        <section className="card" aria-labelledby="speed">
          <h2 id="speed">{comparePage.opens}</h2>
          <p className="soft">{comparePage.opensHint(number(HOURS))}</p>
          {timelines.some(({ isPending }) => isPending) ? (
            <Waiting rows={1} height={260} />
          ) : (
            <LinePlot
              title={comparePage.opens}
              points={Array.from({ length: HOURS + 1 }, (_, hour) => comparePage.hours(hour))}
              lines={campaigns.map((campaign, at) => ({
                name: names[at]!,
                of: LOOKS[at]!,
                values: shares(campaign, timelines[at]!.data ?? []),
              }))}
              format={(value) => percent(value, 1)}
            />
          )}
        </section>
      )}
    </>
  );
}
