import { now } from '../common/clock.ts';
import { signToken, tokenKey } from '../common/domain/tokens.ts';
import { Mailing, newMailing } from '../common/models/mailings.ts';
import { rows } from '../test/support/rows.ts';
import { countedIn, PERSON, writeAccepted } from './support/accepted-mails.ts';
import { median, report, within } from './support/figures.ts';
import { rateOf } from './support/load.ts';
import { usageOf } from './support/processes.ts';
import { startStack } from './support/stack.ts';

/**
 * Clicks and openings of distinct recipients by HTTP, in turns. Each click is redirected to the address of its link and written to the
 * ledger. In the end every answered click must be in the ledger. `node --import tsx bench/click.ts [mails] [milliseconds of a turn]`
 */
const [MAILS = 200_000, MS = 4000] = process.argv.slice(2).map(Number);
const LINKS = 20;
const CLIENTS = 32;
const TURNS = 3;
/** Milliseconds for the window, the write, and a slow machine. */
const SETTLED_MS = 2000;
const MAILING = 'send-1';

const stack = await startStack({ environment: PERSON.environment });
try {
  const { user_id } = stack.keys;
  await rows(Mailing).insertOne(mailingOf(user_id));
  const first = await writeAccepted(MAILING, user_id, MAILS);
  const key = tokenKey(stack.environment['APP_SECRET']!);
  const tokens = (kind: 'open' | 'click'): string[] =>
    Array.from({ length: MAILS }, (_, at) =>
      kind === 'open'
        ? `/o/${signToken(key, 'open', { account: user_id, id: first + at })}`
        : `/c/${signToken(key, 'click', { account: user_id, id: first + at }, 1 + (at % LINKS))}`,
    );
  let took: number[] = [];
  const loadOf = (kind: 'open' | 'click') => {
    const paths = tokens(kind);
    let asked = 0;
    return {
      origin: stack.origin,
      headers: PERSON.headers,
      path: () => paths[asked++ % MAILS]!,
      status: kind === 'open' ? 200 : 302,
      took: (milliseconds: number) => void took.push(milliseconds),
      asked: () => asked,
    };
  };
  const loads = { open: loadOf('open'), click: loadOf('click') };
  const rates = { open: [] as number[], click: [] as number[] };
  const cpu = { open: [] as number[], click: [] as number[] };
  const slow = { open: [] as number[], click: [] as number[] };
  const measure = async (kind: 'open' | 'click'): Promise<void> => {
    const used = () => usageOf(stack.api.pid).cpu + usageOf(stack.mongod.pid).cpu;
    took = [];
    const [before, count] = [used(), loads[kind].asked()];
    rates[kind].push(await rateOf(loads[kind], CLIENTS, MS));
    const slowest = within(took, 0.99);
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    cpu[kind].push((used() - before) / (loads[kind].asked() - count));
    slow[kind].push(slowest);
  };
  // The first turns compile the code.
  for (const kind of ['open', 'click'] as const) await rateOf(loads[kind], CLIENTS, MS / 2);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const kind of ['open', 'click'] as const) await measure(kind);
  const written = await countedIn(MAILING, 'clicks');
  if (written !== loads.click.asked())
    throw new Error(`${loads.click.asked()} clicks were answered, ${written} are in the ledger`);
  const [opens, clicks] = [median(rates.open), median(rates.click)];
  report(
    { what: 'openings', value: Math.round(opens), unit: '/s' },
    { what: 'clicks, all redirected and in the ledger', value: Math.round(clicks), unit: '/s' },
    {
      what: 'clicks compared with openings',
      value: Number((clicks / opens).toFixed(2)),
      unit: '×',
      goal: { atLeast: 0.8 },
    },
    { what: '99 % of the clicks within', value: Math.round(median(slow.click)), unit: 'ms' },
    { what: '99 % of the openings within', value: Math.round(median(slow.open)), unit: 'ms' },
    {
      what: 'of clicks compared with openings',
      value: Number((median(slow.click) / median(slow.open)).toFixed(2)),
      unit: '×',
      goal: { atMost: 1.5 },
    },
    { what: 'API and mongod', value: Math.round(median(cpu.click)), unit: 'µs CPU a click' },
    { what: 'API and mongod', value: Math.round(median(cpu.open)), unit: 'µs CPU an opening' },
  );
} finally {
  await stack.stop();
}

/** A mailing with links and no placeholders in them, which is most of all. */
function mailingOf(user_id: number) {
  return newMailing(
    {
      _id: MAILING,
      user_id,
      sender_id: 1,
      unsubscribe_group_id: 1,
      content: {
        from_name: 'Shop',
        from_email: 'shop@example.com',
        reply_to: 'shop@example.com',
        sender_address: '1 Street, Town',
        subject: 'Offers',
        preheader: '',
        html: '<p>Offers</p>',
      },
      links: Array.from({ length: LINKS }, (_, at) => ({
        id: at + 1,
        url: `https://shop.example.com/offers/${at}?from=mail`,
      })),
    },
    now(),
  );
}
