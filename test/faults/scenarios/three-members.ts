import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../bench/support/random.ts';
import { until } from '../../support/until.ts';
import { inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { type Member, type MongoSet, type MongoSetOptions, startMongoSet } from '../support/mongo-set.ts';
import { layNetwork, type Network } from '../support/network.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';
import { startWork } from '../support/work.ts';
import { judgeWork } from '../support/work-verdict.ts';

const WORKERS = 2;
const setup: Setup = { connections: 10, slices: 3, recordMails: 50 };
/** Seconds in which each call is answered, and in which service is back once there is a primary (reliability 4). */
const ANSWER_S = 5;
const BACK_S = 15;
/** What a machine that is shared with others may take besides. */
const SPARE_S = { short: 5, full: 0.5 };
/** Milliseconds of a primary's silence until another is elected: the default of MongoDB, and a quick one. */
const ELECTION_MS = { short: 2000, full: 10_000 };
/** Mails a second that the mail server takes of all workers. */
const SINK_DELAY_MS = { short: 60, full: 50 };

/** What a fault may use. */
interface Ground {
  readonly set: MongoSet;
  readonly random: Random;
  readonly short: boolean;
  /** Of faults with `network`. */
  readonly network: Network;
}

interface Fault {
  readonly name: string;
  /** What is done, and what stays true all the same. */
  readonly claim: string;
  /** The same in a word or two, of several. */
  readonly faults: string;
  readonly network?: boolean;
  readonly lagS?: number;
  /** No call may be answered 503: the set has its primary, and a majority, all the time. */
  readonly unnoticed?: boolean;
  /** Breaks it and mends it; answers the moment (`performance.now`) from which service is to return in 15 s. */
  breakIt(ground: Ground): Promise<number>;
}

const others = (set: MongoSet, member: Member): Member[] => set.members.filter((one) => one !== member);
/** As long as a fault lasts after another primary was elected. */
const aWhile = (random: Random): Promise<void> => delay(random.between(5000, 8000));

/** Loses the primary by `lose`, and has it come back by `back` some seconds after another was elected. */
const lostPrimary =
  (lose: (member: Member, ground: Ground) => Promise<void> | void, back: typeof lose) =>
  async (ground: Ground): Promise<number> => {
    const { member } = await ground.set.primary();
    await lose(member, ground);
    const elected = await ground.set.primary([member]);
    await aWhile(ground.random);
    await back(member, ground);
    return elected.at;
  };

const heal = (_: Member, { network }: Ground): void => network.heal();

function cutFromMembers(member: Member, { network, set }: Ground): void {
  for (const other of others(set, member)) cutBoth(network, member, other);
}

function cutBoth({ cut }: Network, one: Member, other: Member): void {
  cut(one.host!, other.host!);
  cut(other.host!, one.host!);
}

function cutFromClients(member: Member, { network }: Ground): void {
  network.cut(member.host!, network.here);
  network.cut(network.here, member.host!);
}

const faults: readonly Fault[] = [
  {
    name: 'primary-kills',
    claim: 'the primary of three members is killed',
    faults: 'kills of the primary',
    breakIt: lostPrimary(
      (member) => member.kill(),
      (member) => member.start(),
    ),
  },
  {
    name: 'primary-hangs',
    claim: 'the primary of three members stands still, and goes on',
    faults: 'hangs of the primary',
    breakIt: lostPrimary(
      (member) => member.hang(),
      (member) => member.goOn(),
    ),
  },
  {
    name: 'primary-from-members',
    claim: 'the primary is cut off from the other members, and clients still reach it',
    faults: 'cuts from the members',
    network: true,
    breakIt: lostPrimary(cutFromMembers, heal),
  },
  {
    name: 'primary-cut-off',
    claim: 'the primary is cut off from members and clients',
    faults: 'cuts from all',
    network: true,
    breakIt: lostPrimary((member, ground) => {
      cutFromMembers(member, ground);
      cutFromClients(member, ground);
    }, heal),
  },
  {
    name: 'primary-from-clients',
    claim: 'the primary is cut off from the clients, and no other is elected, as the members reach it',
    faults: 'cuts from the clients',
    network: true,
    async breakIt(ground) {
      cutFromClients((await ground.set.primary()).member, ground);
      await delay(ground.short ? 6000 : 15_000);
      ground.network.heal();
      return performance.now();
    },
  },
  {
    name: 'majority-away',
    claim: 'two of three members are killed, and come back after a minute',
    faults: 'majorities away',
    async breakIt({ set, short }) {
      const { member } = await set.primary();
      const gone = [member, others(set, member)[0]!];
      await Promise.all(gone.map((one) => one.kill()));
      await delay(short ? 8000 : 60_000);
      await Promise.all(gone.map((one) => one.start()));
      return (await set.primary()).at;
    },
  },
  {
    name: 'member-lags',
    claim: 'a member is ten seconds behind the others',
    faults: 'waits of ten seconds',
    lagS: 10,
    unnoticed: true,
    async breakIt() {
      await delay(10_000);
      return performance.now();
    },
  },
  {
    name: 'member-wiped',
    claim: 'a member loses its files, and gets all of them anew from the others',
    faults: 'members without files',
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
    faults: 'kills of all',
    async breakIt({ set, random }) {
      await Promise.all(set.members.map((member) => member.kill()));
      await delay(random.between(0, 3000));
      await Promise.all(set.members.map((member) => member.start()));
      return (await set.primary()).at;
    },
  },
];

type Policy = 'resend' | 'hold';

async function runWith(fault: Fault, policy: Policy, options: RunOptions): Promise<Tally> {
  const network = fault.network ? await layNetwork() : null;
  try {
    return await runOn(network, fault, policy, options);
  } finally {
    await network?.stop();
  }
}

async function runOn(
  network: Network | null,
  fault: Fault,
  policy: Policy,
  options: RunOptions,
): Promise<Tally> {
  const { short, size = short ? 1500 : 10_000 } = options;
  const form = short ? 'short' : 'full';
  const rounds = short ? 1 : 2;
  const hosts = network ? [await network.add(), await network.add(), await network.add()] : [];
  const given: MongoSetOptions = {
    electionMs: ELECTION_MS[form],
    hosts,
    ...(fault.lagS && { lagS: fault.lagS }),
  };
  const mongo = (folder: string) => startMongoSet(folder, given);
  const environment = { ...environmentOf(setup), IN_DOUBT: policy };
  return inArena(options, { sink: { delayMs: SINK_DELAY_MS[form] }, environment, mongo }, async (arena) => {
    const set = arena.stack.mongod as MongoSet;
    const work = await startWork(arena, size, WORKERS);
    const moments: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const due = ((round + 0.2 + 0.6 * arena.random.share()) / (rounds + 1)) * size;
      await until(async () => (await arena.taken()) >= due, 'the send to go on', 240_000);
      moments.push(await fault.breakIt({ set, random: arena.random, short, network: network! }));
      await set.whole();
    }
    // Clients go on until service must be back.
    await delay(short ? 2000 : 5000);
    await work.end();
    const { history, ...verdict } = await judgeWork(arena, setup, work);
    const broken = [...verdict.broken];
    const { slowest_s, slowest } = history;
    if (slowest_s > ANSWER_S + SPARE_S[form]) broken.push(`the API took ${slowest_s} s to answer ${slowest}`);
    if (fault.unnoticed && history.unknown > 0) broken.push(`${history.unknown} calls were answered 503`);
    const back = moments.map((moment) => history.backAfter(moment));
    for (const seconds of back)
      if (seconds === null || seconds > BACK_S)
        broken.push(`service was back ${seconds} s after it could be`);
    return {
      ...verdict,
      bound: 0,
      broken,
      faults: `${rounds} ${fault.faults}`,
      figures: { ...verdict.figures, slowest_s, back_s: back.join(', ') },
    };
  });
}

/** With both answers to `IN_DOUBT`, in full: one after the other, as one table's row. */
async function runBoth(fault: Fault, options: RunOptions): Promise<Tally> {
  const first = await runWith(fault, 'resend', options);
  const second = await runWith(fault, 'hold', { ...options, seed: options.seed + 1 });
  const figures: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(first.figures))
    figures[name] = `${value} | ${second.figures[name]}`;
  return {
    recipients: first.recipients + second.recipients,
    lost: first.lost + second.lost,
    doubled: first.doubled + second.doubled,
    bound: first.bound + second.bound,
    broken: [...first.broken, ...second.broken.map((line) => `hold: ${line}`)],
    faults: `${first.faults}, twice`,
    figures,
  };
}

/** Three members, broken while everything is at work. In the short form every other one has `IN_DOUBT=hold`. */
export const threeMembers: readonly Scenario[] = faults.map((fault, at) => ({
  name: fault.name,
  claim: `${fault.claim}, amid all work: nobody lost or doubled, what was acknowledged is there`,
  ...(fault.network && { needs: 'namespaces' }),
  run: (options) =>
    options.short ? runWith(fault, at % 2 === 0 ? 'resend' : 'hold', options) : runBoth(fault, options),
}));
