import { machinesAmong } from './fetch-labels.ts';
import { COUNTS, type Fetch, type FetchLog, type FetchTotals, NOTHING_COUNTED, TIMES } from './fetches.ts';

/** Fetches that a mail keeps individually, so that their labels may change. Older ones are only counted. */
const KEPT = 32;
const AT_ONCE = 32;
const MOST_LINKS = 200;

export type ClicksByLink = Readonly<Record<string, number>>;

/** Counts of a ledger row for people and machines. Zeros and missing times are absent. */
export interface Engagement {
  opens?: number;
  clicks?: number;
  machine_opens?: number;
  machine_clicks?: number;
  first_opened_at?: Date;
  last_opened_at?: Date;
  first_clicked_at?: Date;
  last_clicked_at?: Date;
  links?: ClicksByLink;
  machine_links?: ClicksByLink;
}

/** Adds `fetches` to the row's counts and its log. A null `log` is a row of version 0.1.0, whose counts are all people's. */
export function engagementAfter(
  row: Readonly<Engagement>,
  log: FetchLog | null,
  fetches: readonly Fetch[],
): { readonly row: Engagement; readonly log: FetchLog } {
  let kept: readonly Fetch[] = log?.fetches ?? [];
  let labels = machinesAmong(kept);
  let earlier = withUnknown(row, counted(log?.earlier ?? NOTHING_COUNTED, kept, labels), log?.earlier);
  const links = { people: mapOf(row.links), machines: mapOf(row.machine_links) };
  countLinks(links, kept, labels, -1);
  for (let from = 0; from < fetches.length; from += AT_ONCE) {
    const all = [...kept, ...fetches.slice(from, from + AT_ONCE)];
    labels = machinesAmong(all);
    kept = all;
    const surplus = all.length - KEPT;
    if (surplus <= 0) continue;
    const old = all.slice(0, surplus);
    earlier = counted(earlier, old, labels);
    countLinks(links, old, labels, 1);
    kept = withLabels(all, labels).slice(surplus);
    labels = labels.slice(surplus);
  }
  countLinks(links, kept, labels, 1);
  return {
    row: {
      ...shown(counted(earlier, kept, labels)),
      ...byLink('links', links.people),
      ...byLink('machine_links', links.machines),
    },
    log: { earlier, fetches: kept },
  };
}

/** The fetches that prove a machine may be dropped later, so its fetches are marked permanently. */
const withLabels = (fetches: readonly Fetch[], machines: readonly boolean[]): Fetch[] =>
  fetches.map((fetch, index) => (machines[index] ? { ...fetch, client: 'robot' } : fetch));

/** Adds counts of the row beyond its log to the sums of older fetches: version 0.1.0 counted them, maybe concurrently. */
function withUnknown(
  row: Readonly<Engagement>,
  known: Readonly<FetchTotals>,
  earlier: Readonly<FetchTotals> = NOTHING_COUNTED,
): Readonly<FetchTotals> {
  const [opens, clicks] = [(row.opens ?? 0) - known.opens, (row.clicks ?? 0) - known.clicks];
  if (opens <= 0 && clicks <= 0) return earlier;
  const sums = { ...earlier };
  if (opens > 0) {
    sums.opens += opens;
    noteTimes(sums, 'opened', row.first_opened_at?.getTime(), row.last_opened_at?.getTime());
  }
  if (clicks > 0) {
    sums.clicks += clicks;
    noteTimes(sums, 'clicked', row.first_clicked_at?.getTime(), row.last_clicked_at?.getTime());
  }
  return sums;
}

function noteTimes(sums: FetchTotals, what: 'opened' | 'clicked', first = 0, last = first): void {
  const [began, ended] = [`first_${what}`, `last_${what}`] as const;
  if (first > 0 && (sums[began] === 0 || first < sums[began])) sums[began] = first;
  if (last > sums[ended]) sums[ended] = last;
}

/** Adds fetches to sums, in their order: a person's click counts as an opening if none was seen (docs/rules.md 9.15). */
function counted(
  earlier: Readonly<FetchTotals>,
  fetches: readonly Fetch[],
  machines: readonly boolean[],
): Readonly<FetchTotals> {
  if (fetches.length === 0) return earlier;
  const sums = { ...earlier };
  for (const [index, { kind, at }] of fetches.entries()) {
    if (kind !== 'open' && kind !== 'click') continue;
    if (machines[index]) sums[kind === 'open' ? 'machine_opens' : 'machine_clicks'] += 1;
    else if (kind === 'open') {
      sums.opens += 1;
      noteTimes(sums, 'opened', at);
    } else {
      sums.clicks += 1;
      noteTimes(sums, 'clicked', at);
      if (sums.opens > 0) continue;
      sums.opens = 1;
      noteTimes(sums, 'opened', at);
    }
  }
  return sums;
}

interface LinkClickers {
  readonly people: Map<string, number>;
  readonly machines: Map<string, number>;
}

const mapOf = (counts: ClicksByLink | undefined): Map<string, number> =>
  new Map(Object.entries(counts ?? {}));

function countLinks(
  { people, machines }: LinkClickers,
  fetches: readonly Fetch[],
  labels: readonly boolean[],
  sign: 1 | -1,
): void {
  for (const [index, { kind, link }] of fetches.entries()) {
    if (kind !== 'click') continue;
    const of = labels[index] ? machines : people;
    const key = String(link);
    if (!of.has(key) && of.size >= MOST_LINKS) continue;
    of.set(key, (of.get(key) ?? 0) + sign);
  }
}

function shown(sums: Readonly<FetchTotals>): Engagement {
  const row: Engagement = {};
  for (const name of COUNTS) if (sums[name] > 0) row[name] = sums[name];
  for (const name of TIMES) if (sums[name] > 0) row[`${name}_at`] = new Date(sums[name]);
  return row;
}

function byLink(name: 'links' | 'machine_links', counts: ReadonlyMap<string, number>): Engagement {
  const clicked = [...counts].filter(([, count]) => count > 0);
  return clicked.length > 0 ? { [name]: Object.fromEntries(clicked) } : {};
}
