import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../../bench/support/figures.ts';
import { freePort } from '../../../local/ports.ts';
import { isAlive } from '../../../local/processes.mjs';
import { until } from '../../support/until.ts';
import { attacks } from '../attacks/all.ts';
import type { Answers, Attack } from '../attacks/attack.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { type LaidAttack, layAttack } from '../support/attackers.ts';
import { deleteAll } from '../support/ends.ts';
import { type FamilyMemory, watchFamily } from '../support/family.ts';
import { type LoopWatch, watchLoop } from '../support/loop.ts';
import {
  type Neighbour,
  PROGRAMS,
  type WatchedProgram,
  type WorkingAccount,
  work,
} from '../support/neighbour.ts';
import { NeighbourTasks, TASKS, type Task } from '../support/neighbour-tasks.ts';
import type { Row } from '../support/neighbours-table.ts';
import { tableOfRows } from '../support/neighbours-table.ts';
import { partOf } from '../support/parts.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

/** Times in milliseconds. A turn is counted by what it computed, which a busy machine does not lengthen. */
const GOAL = {
  moreThanAlone: 25,
  p99: 250,
  health: { API: 200, worker: 200, receiver: 250 },
  timesAlone: 2,
  turn: 200,
} as const;
/**
 * Resident megabytes: of each program, whose heap has 512 at most; of the renderers: twice two processes of 448
 * (RENDER_MEMORY_MB and its reserve).
 */
const MEMORY = { heapMb: 512, programMb: 512, renderersMb: 4 * 448 };
/**
 * Short runs share the machine with others, so a time counts as a failure only above this many times its goal. They do a task once or twice, two attacks
 * meanwhile, so each task may also take this many milliseconds longer.
 */
const SLACK = 4;
const SHORT_MORE = 1000;
/** Attacks that run at the same time in the short form: two. */
const WAVES = attacks.flatMap((_, at) => (at % 2 === 0 ? [attacks.slice(at, at + 2)] : []));

const FULL = { aloneMs: 20_000, duringMs: 60_000, many: 5000 };
const SHORT = { aloneMs: 2500, duringMs: 2500, many: 500 };

const LOGIN = 'provider:a long password for tests';

type Loops = Readonly<Record<WatchedProgram, LoopWatch>>;

interface Ground {
  readonly account: WorkingAccount;
  readonly processes: Readonly<Record<WatchedProgram, number>>;
  readonly loops: Loops;
}

/** Starts everything, with an account that works, in processes that report long turns of their event loops. */
async function withNeighbour<Found>(
  options: RunOptions,
  run: (ground: Ground) => Promise<Found>,
): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-faults-neighbours-'));
  const loops = Object.fromEntries(PROGRAMS.map((name) => [name, watchLoop(folder, name)])) as Loops;
  const started = ({ environment }: LoopWatch) => ({
    ...environment,
    NODE_OPTIONS: `${environment['NODE_OPTIONS']} --max-old-space-size=${MEMORY.heapMb}`,
  });
  const [metrics, smtp, hooks] = [await freePort(), await freePort(), await freePort()];
  const environment = {
    ...started(loops.API),
    // The default limits; a client without keys may claim any address.
    RATE_CALLS: '100',
    RATE_PAGES: '50',
    TRUST_PROXY: '1',
    BOUNCE_DOMAIN: 'bounces.sender.example',
    INBOUND_SMTP_PORT: String(smtp),
    INBOUND_PORT: String(hooks),
    HOOK_POSTMARK_LOGIN: LOGIN,
  };
  try {
    return await inArena(options, { environment }, async (arena) => {
      await arena.lay(0);
      const [worker] = await arena.startWorkers(1, {
        ...started(loops.worker),
        METRICS_PORT: String(metrics),
      });
      // Connections to it count by network.
      const receiver = arena.stack.startInbound({ ...started(loops.receiver), TRUST_PROXY: '0' });
      const checks: WorkingAccount['checks'] = {
        API: [`${arena.stack.origin}/healthz`],
        worker: [`http://127.0.0.1:${metrics}/healthz`],
        receiver: [
          `http://127.0.0.1:${hooks}/hooks/postmark`,
          { method: 'POST', headers: { Authorization: `Basic ${btoa(LOGIN)}` }, body: '{}' },
        ],
      };
      const isReady = () =>
        fetch(...checks.receiver).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(isReady, 'the receiver to be there', 60_000);
      const tasks = await NeighbourTasks.create(arena, options.short ? SHORT.many : FULL.many);
      try {
        const account = { arena, tasks, checks };
        // Code that runs for the first time takes many times as long.
        await work(account, 1000);
        const processes = { API: arena.stack.api.pid, worker: worker!.pid, receiver: receiver.pid };
        return await run({ account, processes, loops });
      } finally {
        tasks.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of the longest turn since then, and unhandled rejections. */
function turnsSince(loop: LoopWatch, since: number): { ms: number; unhandled: string[] } {
  const events = loop.events().filter(({ at }) => at >= since);
  return {
    ms: Math.max(0, ...events.map((event) => ('own' in event ? event.own : 0))),
    unhandled: events.flatMap((event) => ('unhandled' in event ? [event.unhandled.split('\n', 1)[0]!] : [])),
  };
}

const lives = (arena: Arena): boolean => isAlive(arena.stack.api.pid) && arena.workers.size > 0;

/** Calls that took longer than their goals. */
function lateOf(alone: Neighbour, during: Neighbour, short: boolean): string[] {
  const late: string[] = [];
  // When even times without an attack exceed the goals, the machine is busy with other work. Then only turns, memory and
  // deaths are judged.
  const isQuiet = alone.p99 <= GOAL.p99 && PROGRAMS.every((name) => alone.health[name] <= GOAL.health[name]);
  const within = (what: string, ms: number, goal: number): void => {
    if (short && !isQuiet) return;
    if (ms > (short ? SLACK * goal : goal)) late.push(`${what} took ${ms} ms`);
  };
  within('half of the calls', during.p50, alone.p50 + GOAL.moreThanAlone);
  within('99 of 100 calls', during.p99, GOAL.p99);
  for (const name of PROGRAMS)
    within(`a health check of the ${name}`, during.health[name], GOAL.health[name]);
  for (const [task, more] of Object.entries(TASKS) as [Task, number][]) {
    const [before, now] = [alone.times[task], during.times[task]];
    if (now.length === 0) late.push(`${task} was not done`);
    else if (before.length > 0)
      within(
        `${task} (${median(before)} ms alone)`,
        median(now),
        GOAL.timesAlone * median(before) + (short ? Math.max(more, SHORT_MORE) : more),
      );
  }
  return late;
}

/** Attacks while the other account works, and judges what that account experienced. */
async function attackAmid(
  { account, processes, loops }: Ground,
  alone: Neighbour,
  laid: readonly LaidAttack[],
  short: boolean,
): Promise<Row> {
  const { arena } = account;
  const { mongod, redis } = arena.stack;
  const since = Date.now();
  const families = PROGRAMS.map((name) => [name, watchFamily(processes[name])] as const);
  for (const one of laid) one.begin();
  const during = await work(account, short ? SHORT.duringMs : FULL.duringMs);
  const answers = await Promise.all(laid.map((one) => one.end()));
  const late = lateOf(alone, during, short);
  const harm: string[] = [];
  const memory: Record<string, FamilyMemory> = {};
  for (const [name, family] of families) {
    const used = await family.stop();
    memory[name] = used;
    const { ms, unhandled } = turnsSince(loops[name], since);
    if (ms > GOAL.turn) late.push(`a turn of the ${name} computed for ${ms} ms`);
    harm.push(...unhandled.map((error) => `the ${name}: ${error}`));
    if (used.ownMb > MEMORY.programMb) harm.push(`the ${name} took ${used.ownMb} MB`);
  }
  if (during.errors.length > 0)
    harm.push(`${during.errors.length} errors: ${during.errors.slice(0, 3).join('; ')}`);
  if (during.lost > 0) harm.push(`${during.lost} recipients got no mail`);
  for (const [name, pid] of Object.entries({ ...processes, mongod: mongod.pid, Redis: redis.pid }))
    if (!isAlive(pid)) harm.push(`${name} died`);
  const rendering = [memory['API']!, memory['worker']!];
  const renderersMb = rendering.reduce((sum, { childrenMb }) => sum + childrenMb, 0);
  if (renderersMb > MEMORY.renderersMb) harm.push(`what renders took ${renderersMb} MB`);
  return {
    name: laid.map(({ attack }) => attack.name).join(' + '),
    answers,
    alone,
    during,
    memory: {
      ownMb: Object.fromEntries(
        PROGRAMS.map((name) => [name, memory[name]!.ownMb]),
      ) as Row['memory']['ownMb'],
      renderersMb,
      renderers: rendering.reduce((sum, { children }) => sum + children, 0),
    },
    late,
    harm,
  };
}

/** Checks the attacker's own records: its sends have ended and can be deleted. */
async function aftermath({ attack, attacker }: LaidAttack, row: Row, short: boolean): Promise<string[]> {
  const answers: Answers = Object.assign({}, ...row.answers);
  try {
    return [...((await attack.judge?.(attacker, answers, short)) ?? []), ...(await deleteAll(attacker))];
  } catch (error) {
    return [`${attack.name}: ${(error as Error).message}`];
  }
}

const tell = ({ name, late, harm }: Row): void =>
  console.log(`  ${name}: ${[...late, ...harm].join('; ') || 'holds'}`);

async function oneByOne(options: RunOptions, attack: Attack): Promise<Row> {
  return withNeighbour(options, async (ground) => {
    const { arena } = ground.account;
    const laid = await layAttack(arena, attack);
    const alone = await work(ground.account, FULL.aloneMs);
    const row = await attackAmid(ground, alone, [laid], false);
    const { API } = row.during.health;
    const after = lives(arena) && API < 30_000 ? await aftermath(laid, row, false) : [];
    // A program that no longer answers would not end by itself.
    if (API > 10_000) await arena.stack.api.kill();
    return { ...row, harm: [...row.harm, ...after] };
  });
}

async function full(options: RunOptions): Promise<Row[]> {
  const found: Row[] = [];
  for (const attack of partOf(attacks, options.part)) {
    let row = await oneByOne(options, attack);
    if (row.late.length > 0 && row.harm.length === 0) {
      console.log(`  ${row.name}: ${row.late.join('; ')}; once more`);
      row = await oneByOne(options, attack);
    }
    tell(row);
    found.push(row);
  }
  return found;
}

/** Several waves of attacks on the same service; the attackers' records are checked at the end. */
const short = (options: RunOptions): Promise<Row[]> =>
  withNeighbour(options, async (ground) => {
    const { arena } = ground.account;
    const alone = await work(ground.account, SHORT.aloneMs);
    const waves: { row: Row; laid: readonly LaidAttack[] }[] = [];
    for (const wave of partOf(WAVES, options.part)) {
      if (!lives(arena)) break;
      const laid = await Promise.all(wave.map((attack) => layAttack(arena, attack)));
      const row = await attackAmid(ground, alone, laid, true);
      tell(row);
      waves.push({ row, laid });
    }
    // If a program died, the wave's row already names it.
    if (!lives(arena)) return waves.map(({ row }) => row);
    return Promise.all(
      waves.map(async ({ row, laid }) => {
        const after = await Promise.all(laid.map((one) => aftermath(one, row, true)));
        return { ...row, harm: [...row.harm, ...after.flat()] };
      }),
    );
  });

async function run(options: RunOptions): Promise<Tally> {
  const found = await (options.short ? short(options) : full(options));
  const worst = (of: (row: Row) => number): number => Math.max(...found.map(of));
  return {
    faults: `${found.flatMap(({ answers }) => answers).length} attacks`,
    recipients: found.reduce((sum, { during }) => sum + during.recipients, 0),
    lost: found.reduce((sum, { during }) => sum + during.lost, 0),
    doubled: 0,
    bound: 0,
    broken: found.flatMap(({ name, late, harm }) => [...late, ...harm].map((line) => `${name}: ${line}`)),
    figures: {
      p99_ms: worst(({ during }) => during.p99),
      ...Object.fromEntries(
        PROGRAMS.flatMap((name) => [
          [`${name}_health_ms`, worst(({ during }) => during.health[name])],
          [`${name}_mb`, worst(({ memory }) => memory.ownMb[name])],
        ]),
      ),
      renderers_mb: worst(({ memory }) => memory.renderersMb),
    },
    table: tableOfRows(found),
  };
}

export const neighbours: Scenario = {
  name: 'neighbours',
  claim: `${attacks.length} attacks by one account each: another one's calls, sends and health checks keep their times`,
  parallel: 'never',
  hasParts: true,
  run,
};
