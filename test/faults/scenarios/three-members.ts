import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../bench/support/random.ts';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { joinTallies } from '../support/join-tallies.ts';
import { type MongoSet, type SetMember, startMongoSet } from '../support/mongo-set.ts';
import { layNetwork, type Network } from '../support/network.ts';
import { BACK_S, complaintsOf } from '../support/promptness.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startWork, type Work } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const WORKERS = 2;
const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Milliseconds of a primary's silence until another is elected: MongoDB's default, and a short one. */
const ELECTION_MS = { short: 2000, full: 10_000 };
/** Slow enough that the send lasts as long as the faults. */
const SINK_DELAY_MS = { short: 300, full: 50 };

const LAG_S = 10;

interface Ground {
  readonly set: MongoSet;
  readonly random: Random;
  readonly short: boolean;
  /** Of faults with `network`. */
  readonly network: Network;
}

interface Fault {
  readonly name: string;
  /** The fault, and what must hold nevertheless. */
  readonly claim: string;
  /** The fault in a word or two. */
  readonly faults: string;
  readonly network?: boolean;
  /** No call may be answered 503, because the set has a primary and a majority all the time. */
  readonly unnoticed?: boolean;
  /** Causes the fault and ends it; returns the moment (`performance.now`) from which the service must be back within 15 s. */
  breakIt(ground: Ground): Promise<number>;
}

const others = (set: MongoSet, member: SetMember): SetMember[] => set.members.filter((one) => one !== member);
/** How long a fault lasts after another primary was elected. */
const aWhile = ({ random, short }: Ground): Promise<void> =>
  delay(short ? random.between(2000, 3500) : random.between(5000, 8000));

/** Takes the primary away by `lose`, and brings it back by `back` some seconds after another was elected. */
const lostPrimary =
  (lose: (member: SetMember, ground: Ground) => Promise<void> | void, back: typeof lose) =>
  async (ground: Ground): Promise<number> => {
    const { member } = await ground.set.primary();
    await lose(member, ground);
    const elected = await ground.set.primary([member]);
    await aWhile(ground);
    await back(member, ground);
    return elected.at;
  };

const heal = (_: SetMember, { network }: Ground): void => network.heal();

function cutFromMembers(member: SetMember, { network, set }: Ground): void {
  for (const other of others(set, member)) cutBoth(network, member, other);
}

function cutBoth({ cut }: Network, one: SetMember, other: SetMember): void {
  cut(one.host!, other.host!);
  cut(other.host!, one.host!);
}

function cutFromClients(member: SetMember, { network }: Ground): void {
  network.cut(member.host!, network.here);
  network.cut(network.here, member.host!);
}

const faults: readonly Fault[] = [
  {
    name: 'primary-kills',
    claim: 'the primary of three members is killed',
    faults: 'a kill of the primary',
    breakIt: lostPrimary(
      (member) => member.kill(),
      (member) => member.start(),
    ),
  },
  {
    name: 'primary-hangs',
    claim: 'the primary of three members is suspended and resumes',
    faults: 'a hang of the primary',
    breakIt: lostPrimary(
      (member) => member.hang(),
      (member) => member.goOn(),
    ),
  },
  {
    name: 'primary-from-members',
    claim: 'the primary is cut off from the other members, and clients still reach it',
    faults: 'a cut from the members',
    network: true,
    breakIt: lostPrimary(cutFromMembers, heal),
  },
  {
    name: 'primary-cut-off',
    claim: 'the primary is cut off from members and clients',
    faults: 'a cut from all',
    network: true,
    breakIt: lostPrimary((member, ground) => {
      cutFromMembers(member, ground);
      cutFromClients(member, ground);
    }, heal),
  },
  {
    name: 'primary-from-clients',
    claim: 'the primary is cut off from the clients, and no other is elected, as the members reach it',
    faults: 'a cut from the clients',
    network: true,
    async breakIt(ground) {
      cutFromClients((await ground.set.primary()).member, ground);
      await delay(ground.short ? 5000 : 15_000);
      ground.network.heal();
      return performance.now();
    },
  },
  {
    name: 'majority-away',
    claim: 'two of three members are killed, and come back after a minute',
    faults: 'a majority away',
    async breakIt({ set, short }) {
      const { member } = await set.primary();
      const gone = [member, others(set, member)[0]!];
      await Promise.all(gone.map((one) => one.kill()));
      await delay(short ? 6000 : 60_000);
      await Promise.all(gone.map((one) => one.start()));
      return (await set.primary()).at;
    },
  },
  {
    name: 'member-lags',
    claim: 'a member is ten seconds behind the others',
    faults: '10 s behind',
    unnoticed: true,
    async breakIt({ set, short }) {
      const { member } = await set.primary();
      const late = others(set, member)[0]!;
      await set.lag(late, LAG_S);
      await delay(short ? 4000 : 20_000);
      await set.lag(late, 0);
      return performance.now();
    },
  },
  {
    name: 'member-wiped',
    claim: 'a member loses its files, and gets all of them again from the others',
    faults: 'a member without files',
    unnoticed: true,
    async breakIt({ set, random }) {
      const { member } = await set.primary();
      await random.pick(others(set, member)).wipe();
      await set.whole();
      return performance.now();
    },
  },
  {
    name: 'all-killed',
    claim: 'all three members are killed at once',
    faults: 'a kill of all',
    async breakIt({ set, random }) {
      await Promise.all(set.members.map((member) => member.kill()));
      await delay(random.between(0, 3000));
      await Promise.all(set.members.map((member) => member.start()));
      return (await set.primary()).at;
    },
  },
];

type Policy = 'resend' | 'hold';

/** Causes several faults, one after the other, during all kinds of work. */
async function runAmidWork(inTurn: readonly Fault[], policy: Policy, options: RunOptions): Promise<Tally> {
  const { short, size = short ? 2500 : 10_000 } = options;
  const form = short ? 'short' : 'full';
  const network = inTurn.some((fault) => fault.network) ? await layNetwork() : null;
  const hosts = network ? [await network.add(), await network.add(), await network.add()] : [];
  const mongo = (folder: string) => startMongoSet(folder, { electionMs: ELECTION_MS[form], hosts });
  const environment = { ...environmentOf(setup), IN_DOUBT: policy };
  try {
    return await inArena(
      options,
      { sink: { delayMs: SINK_DELAY_MS[form] }, environment, mongo },
      async (arena) => {
        const set = arena.stack.mongod as MongoSet;
        const work = await startWork(arena, size, WORKERS);
        const broken: string[] = [];
        const back: number[] = [];
        for (const fault of inTurn) {
          const due = short ? 0 : (0.1 + 0.5 * arena.random.share()) * size;
          await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
          const refused = work.clients.unanswered();
          const ground = { set, random: arena.random, short, network: network! };
          const moment = await fault.breakIt(ground);
          const seconds = await backAfter(work, moment);
          back.push(seconds);
          if (seconds > BACK_S) broken.push(`${fault.name}: service was back ${seconds} s after it could be`);
          await set.whole();
          const unanswered = work.clients.unanswered() - refused;
          if (fault.unnoticed && unanswered > 0) broken.push(`${fault.name}: ${unanswered} answers of 503`);
          await delay(short ? 1500 : 5000);
        }
        await work.end();
        const { history, ...verdict } = await judgeWork(arena, setup, work);
        broken.push(...verdict.broken, ...complaintsOf(history, short));
        return {
          ...verdict,
          bound: 0,
          broken,
          faults: inTurn.length === 1 ? inTurn[0]!.faults : `${inTurn.length} faults`,
          figures: { ...verdict.figures, slowest_s: history.slowest_s, back_s: back.join(', ') },
        };
      },
    );
  } finally {
    await network?.stop();
  }
}

/** Waits for the first success after a moment; returns the seconds until then. */
async function backAfter({ clients }: Work, moment: number): Promise<number> {
  await until(() => clients.backAfter(moment) !== null, 'service to be back', 120_000);
  return clients.backAfter(moment)!;
}

/** Runs with both values of `IN_DOUBT`, one after the other, as one row of the table. */
async function runBoth(fault: Fault, options: RunOptions): Promise<Tally> {
  const first = await runAmidWork([fault], 'resend', options);
  const second = await runAmidWork([fault], 'hold', { ...options, seed: options.seed + 1 });
  const joined = joinTallies(
    new Map([
      ['resend', first],
      ['hold', second],
    ]),
  );
  return { ...joined, faults: `${first.faults}, twice` };
}

const DURING = 'during all work: no one lost or doubled, acknowledged changes are stored';

/** Faults of a set of three members during all kinds of work: a scenario for each, and in the short form all in one run. */
export const threeMembers: readonly Scenario[] = [
  ...faults.map(
    (fault): Scenario => ({
      name: fault.name,
      claim: `${fault.claim}, ${DURING}`,
      form: 'full',
      ...(fault.network && { needs: 'namespaces' }),
      run: (options) =>
        options.short ? runAmidWork([fault], policyOf(options), options) : runBoth(fault, options),
    }),
  ),
  {
    name: 'three-members',
    claim: `three members of MongoDB are broken in all ways, one after the other, ${DURING}`,
    form: 'short',
    isLong: true,
    needs: 'namespaces',
    run: (options) => runAmidWork(faults, policyOf(options), options),
  },
];

function policyOf({ seed }: RunOptions): Policy {
  return seed % 2 === 0 ? 'resend' : 'hold';
}
