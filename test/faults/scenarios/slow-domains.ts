import { fillContacts } from '../../../bench/support/contacts.ts';
import { median } from '../../../bench/support/figures.ts';
import type { DomainFault } from '../../../bench/support/sink-server.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import type { Scenario } from '../support/scenario.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 250 };
const SLOW = 'slow.example';
const DOMAINS = 5;
const SMALL = 100;
const WAYS: readonly DomainFault[] = ['421 at RCPT', '421 at the dot', 'a late dot', '450 at RCPT'];
/** Goals (docs/fault-tests.md, "Goals"). */
const SHARE_KEPT = 0.9;
const TIMES_ALONE = 2;

/** One way of being slow, with one and with two workers. */
const scenarioOf = (how: DomainFault, workers: number): Scenario => ({
  name: `slow-domain-${how.replaceAll(' ', '-')}-${workers}`,
  claim: `of five domains one answers with ${how}: the others keep 90 % of their rate, ${workers} worker(s)`,
  parallel: 'none',
  // The short form of two of them does for each commit.
  ...(how === (workers === 1 ? 'a late dot' : '421 at RCPT') ? {} : { form: 'full' as const }),
  run: (options) => {
    const { short, size = short ? 2000 : 10_000 } = options;
    // As far away as a relay of another network: connections limit the rate then, and not the processors that all programs here share.
    const sink = { delayMs: 15, faults: { domains: { [SLOW]: how } } };
    return inArena(options, { sink, environment: environmentOf(setup) }, async (arena) => {
      await arena.lay(size);
      for (const name of ['Slow', 'Few']) await arena.stack.call('/contacts-type/add', { name });
      await fillContacts(arena.stack.keys.user_id, SMALL, 3, size);
      await spread();
      await arena.startWorkers(workers);
      const others = size - Math.floor(size / DOMAINS);
      await timeOf(arena, ['contacts_1'], others);
      const alone = [
        await timeOf(arena, ['contacts_1'], others),
        await timeOf(arena, ['contacts_1'], others),
      ];
      const smallAlone = [await smallTime(arena), await smallTime(arena)];
      const during: number[] = [];
      const smallAmid: number[] = [];
      for (let at = 0; at < 2; at += 1) {
        const small = async () => void smallAmid.push(await smallTime(arena));
        during.push(await timeOf(arena, ['contacts_1', 'contacts_2'], others, small));
      }
      const kept = median(alone) / median(during);
      const broken: string[] = [];
      if (!short && kept < SHARE_KEPT) broken.push(`the others keep ${kept.toFixed(2)} of their rate`);
      if (!short && median(smallAmid) > TIMES_ALONE * median(smallAlone)) {
        broken.push(`a send to ${SMALL} takes ${median(smallAmid)} s, ${median(smallAlone)} s alone`);
      }
      return {
        faults: how,
        recipients: size,
        lost: 0,
        doubled: 0,
        bound: 0,
        broken,
        figures: {
          kept: kept.toFixed(2),
          alone_s: median(alone),
          during_s: median(during),
          small_alone_s: median(smallAlone),
          small_during_s: median(smallAmid),
        },
      };
    });
  },
});

export const slowDomains: readonly Scenario[] = WAYS.flatMap((how) =>
  [1, 2].map((workers) => scenarioOf(how, workers)),
);

/** Every fifth contact of the first type gets an address of the slow domain and belongs to the second; the others have four domains. */
async function spread(): Promise<void> {
  const fifth = { $mod: ['$_id', DOMAINS] };
  const name = { $arrayElemAt: [{ $split: ['$email', '@'] }, 0] };
  const domain = {
    $cond: [{ $eq: [fifth, 0] }, SLOW, { $concat: ['quick', { $toString: fifth }, '.example'] }],
  };
  const email = { $concat: [name, '@', domain] };
  await rows(Contact).updateMany({ contact_type_id: 1 }, [
    { $set: { email, email_norm: email, contact_type_id: { $cond: [{ $eq: [fifth, 0] }, 2, 1] } } },
  ]);
}

/** Seconds from the first mail to the last of those to the four domains. `during` is done while the slow domain's mails wait. */
async function timeOf(
  arena: Arena,
  recipients: readonly string[],
  others: number,
  during: () => Promise<void> = async () => {},
): Promise<number> {
  const before = (await arena.copies()).length;
  const utr = await arena.send({ recipient_id: recipients });
  const quick = async () => (await arena.copies()).slice(before).filter(({ to }) => /@quick\d/.test(to));
  await until(async () => (await quick()).length >= others, 'the mails to other domains', 300_000);
  const copies = await quick();
  await during();
  await arena.stack.call(`/single-send/cancel?utr=${utr}`, {}).catch(() => {});
  return Math.max(1, copies.at(-1)!.at - copies[0]!.at) / 1000;
}

/** Seconds of a send to a hundred contacts while the slow domain's mails wait. */
async function smallTime(arena: Arena): Promise<number> {
  const began = performance.now();
  const utr = await arena.send({ recipient_id: ['contacts_3'] });
  await arena.completed(utr, 120);
  return Math.round((performance.now() - began) / 10) / 100;
}
