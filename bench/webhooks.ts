import { median, report } from './support/figures.ts';
import { costOfSend } from './support/send-run.ts';

/**
 * What it costs to tell a webhook of all events of a send: `node --import tsx bench/webhooks.ts [recipients]`. Sends without a webhook, with one that takes 500
 * events in a call, and with one that takes one event in a call, by turns; of the turns the median counts. CPU of worker, mongod and Redis, until all is told.
 */
const recipients = Number(process.argv[2] ?? 60_000);
const TURNS = 3;

const kinds = ['none', 'batch', 'single'] as const;
const costs: Record<(typeof kinds)[number], number[]> = { none: [], batch: [], single: [] };
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const kind of kinds) {
    const { ours } = await costOfSend(recipients, 1, { WEBHOOK: kind });
    costs[kind].push(ours);
  }
}
/** The median of the differences of the turns, since a machine changes its speed from one to the next. */
const more = (kind: 'batch' | 'single'): number =>
  Number(median(costs[kind].map((cost, turn) => cost - costs.none[turn]!)).toFixed(1));
report(
  { what: 'without a webhook', value: Math.round(median(costs.none)), unit: 'µs a mail' },
  {
    what: 'more with all events, 500 in a call',
    value: more('batch'),
    unit: 'µs a mail',
    goal: { atMost: 25 },
  },
  { what: 'more with all events, each in a call of its own', value: more('single'), unit: 'µs a mail' },
);
