import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillContacts } from '../../../bench/support/contacts.ts';
import { median } from '../../../bench/support/figures.ts';
import { freePort } from '../../../local/ports.ts';
import { isAlive } from '../../../local/processes.mjs';
import { attacks } from '../attacks/all.ts';
import type { Answers, Attack } from '../attacks/attack.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { type LaidAttack, layAttack } from '../support/attackers.ts';
import { deleteAll } from '../support/ends.ts';
import { watchFamily } from '../support/family.ts';
import { type LoopWatch, watchLoop } from '../support/loop.ts';
import { type Neighbour, RECIPIENTS, work } from '../support/neighbour.ts';
import type { Row } from '../support/neighbours-table.ts';
import { tableOfRows } from '../support/neighbours-table.ts';
import type { RunOptions, Scenario, Tally } from '../support/scenario.ts';

/** Times in milliseconds. A turn is counted by what it computed, which a busy machine does not lengthen. */
const GOAL = { p99: 250, healthz: 200, timesAlone: 2, importMs: 1000, signInMs: 1000, turn: 200 };
/**
 * Resident megabytes: of each program, whose heap has 512 at most; of the renderers: twice two processes of 448
 * (RENDER_MEMORY_MB and its reserve).
 */
const MEMORY = { heapMb: 512, apiMb: 512, workerMb: 512, renderersMb: 4 * 448 };
/** Short runs share the machine with others, so a time counts as a failure only above this many times its goal. */
const SLACK = 4;
/** Attacks that run at the same time in the short form. */
const TOGETHER = 2;

const FULL = { aloneMs: 20_000, duringMs: 60_000 };
const SHORT = { aloneMs: 2500, duringMs: 2500 };

type Loops = { readonly api: LoopWatch; readonly worker: LoopWatch };

/** Starts everything, with an account that works, in processes that report long turns of their event loops. */
async function withNeighbour<Found>(
  options: RunOptions,
  run: (arena: Arena, ports: { worker: number }, loops: Loops) => Promise<Found>,
): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-faults-neighbours-'));
  const loops = { api: watchLoop(folder, 'api'), worker: watchLoop(folder, 'worker') };
  const started = ({ environment }: LoopWatch) => ({
    ...environment,
    NODE_OPTIONS: `${environment['NODE_OPTIONS']} --max-old-space-size=${MEMORY.heapMb}`,
  });
  const port = await freePort();
  // The default limits; a client without keys may claim any address.
  const environment = { ...started(loops.api), RATE_CALLS: '100', RATE_PAGES: '50', TRUST_PROXY: '1' };
  try {
    return await inArena(options, { environment }, async (arena) => {
      await arena.lay(0);
      await fillContacts(arena.stack.keys.user_id, RECIPIENTS);
      await arena.stack.call('/contacts-type/add', { name: 'Newcomers' });
      await arena.startWorkers(1, { ...started(loops.worker), METRICS_PORT: String(port) });
      // Code that runs for the first time takes many times as long.
      await work(arena, port, 1000);
      return run(arena, { worker: port }, loops);
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

interface Ground {
  readonly arena: Arena;
  readonly workerPort: number;
  readonly loops: Loops;
  readonly alone: Neighbour;
  readonly short: boolean;
}

/** Ids of the processes that must stay alive. */
const processesOf = ({
  stack: { api, mongod, redis },
  workers,
}: Arena): Readonly<Record<string, number>> => ({
  API: api.pid,
  ...Object.fromEntries([...workers].map(({ pid }) => ['worker', pid])),
  mongod: mongod.pid,
  Redis: redis.pid,
});

const lives = (arena: Arena): boolean => isAlive(arena.stack.api.pid) && arena.workers.size > 0;

/** Attacks while the other account works, and judges what that account experienced. */
async function attackAmid(ground: Ground, laid: readonly LaidAttack[]): Promise<Row> {
  const { arena, workerPort, loops, alone, short } = ground;
  const since = Date.now();
  const processes = processesOf(arena);
  const [worker] = arena.workers;
  const families = { api: watchFamily(arena.stack.api.pid), worker: watchFamily(worker!.pid) };
  for (const one of laid) one.begin();
  const during = await work(arena, workerPort, short ? SHORT.duringMs : FULL.duringMs);
  const answers = await Promise.all(laid.map((one) => one.end()));
  const [api, working] = await Promise.all([families.api.stop(), families.worker.stop()]);
  const turns = { api: turnsSince(loops.api, since), worker: turnsSince(loops.worker, since) };
  const late: string[] = [];
  const harm: string[] = [];

  // When even times without an attack exceed the goals, the machine is busy with other work. Then only turns, memory and
  // deaths are judged.
  const isQuiet =
    alone.p99 <= GOAL.p99 && alone.healthz <= GOAL.healthz && alone.workerHealthz <= GOAL.healthz;
  const within = (what: string, ms: number, goal: number): void => {
    if (short && !isQuiet) return;
    if (ms > (short ? SLACK * goal : goal)) late.push(`${what} took ${ms} ms`);
  };
  within('99 of 100 calls', during.p99, GOAL.p99);
  within("the API's /healthz", during.healthz, GOAL.healthz);
  within("the worker's /healthz", during.workerHealthz, GOAL.healthz);
  if (during.sends.length === 0) late.push('no send was done');
  else
    within(
      `a send (${median(alone.sends)} ms alone)`,
      median(during.sends),
      GOAL.timesAlone * median(alone.sends),
    );
  if (during.imports.length > 0 && alone.imports.length > 0)
    within(
      `an import of one row (${median(alone.imports)} ms alone)`,
      median(during.imports),
      GOAL.timesAlone * median(alone.imports) + GOAL.importMs,
    );
  if (during.signIns.length > 0 && alone.signIns.length > 0)
    within(
      `a sign-in (${median(alone.signIns)} ms alone)`,
      median(during.signIns),
      GOAL.timesAlone * median(alone.signIns) + GOAL.signInMs,
    );
  for (const [who, { ms, unhandled }] of Object.entries(turns)) {
    if (ms > GOAL.turn) late.push(`a turn of the ${who} computed for ${ms} ms`);
    harm.push(...unhandled.map((error) => `the ${who}: ${error}`));
  }
  if (during.errors.length > 0)
    harm.push(`${during.errors.length} errors: ${during.errors.slice(0, 3).join('; ')}`);
  if (during.lost > 0) harm.push(`${during.lost} recipients got no mail`);
  for (const [who, pid] of Object.entries(processes)) if (!isAlive(pid)) harm.push(`${who} died`);
  if (arena.workers.size === 0) harm.push('the worker died');
  if (api.ownMb > MEMORY.apiMb) harm.push(`the API took ${api.ownMb} MB`);
  if (working.ownMb > MEMORY.workerMb) harm.push(`the worker took ${working.ownMb} MB`);
  const renderersMb = api.childrenMb + working.childrenMb;
  if (renderersMb > MEMORY.renderersMb) harm.push(`what renders took ${renderersMb} MB`);
  return {
    name: laid.map(({ attack }) => attack.name).join(' + '),
    answers,
    alone,
    during,
    turns: { api: turns.api.ms, worker: turns.worker.ms },
    memory: {
      apiMb: api.ownMb,
      workerMb: working.ownMb,
      renderersMb,
      renderers: api.children + working.children,
    },
    late,
    harm: [...harm],
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
  return withNeighbour(options, async (arena, { worker: workerPort }, loops) => {
    const laid = await layAttack(arena, attack);
    const alone = await work(arena, workerPort, FULL.aloneMs);
    const row = await attackAmid({ arena, workerPort, loops, alone, short: false }, [laid]);
    const after = lives(arena) && row.during.healthz < 30_000 ? await aftermath(laid, row, false) : [];
    // A program that no longer answers would not end by itself.
    if (row.during.healthz > 10_000) await arena.stack.api.kill();
    return { ...row, harm: [...row.harm, ...after] };
  });
}

async function full(options: RunOptions): Promise<Row[]> {
  const found: Row[] = [];
  for (const attack of attacks) {
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
  withNeighbour(options, async (arena, { worker: workerPort }, loops) => {
    const alone = await work(arena, workerPort, SHORT.aloneMs);
    const ground = { arena, workerPort, loops, alone, short: true };
    const waves: { row: Row; laid: readonly LaidAttack[] }[] = [];
    for (let at = 0; at < attacks.length && lives(arena); at += TOGETHER) {
      const laid = await Promise.all(
        attacks.slice(at, at + TOGETHER).map((attack) => layAttack(arena, attack)),
      );
      const row = await attackAmid(ground, laid);
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
    faults: `${attacks.length} attacks`,
    recipients: found.reduce((sum, { during }) => sum + during.sends.length * RECIPIENTS, 0),
    lost: found.reduce((sum, { during }) => sum + during.lost, 0),
    doubled: 0,
    bound: 0,
    broken: found.flatMap(({ name, late, harm }) => [...late, ...harm].map((line) => `${name}: ${line}`)),
    figures: {
      p99_ms: worst(({ during }) => during.p99),
      healthz_ms: worst(({ during }) => during.healthz),
      worker_healthz_ms: worst(({ during }) => during.workerHealthz),
      api_mb: worst(({ memory }) => memory.apiMb),
      worker_mb: worst(({ memory }) => memory.workerMb),
      renderers_mb: worst(({ memory }) => memory.renderersMb),
    },
    table: tableOfRows(found),
  };
}

export const neighbours: Scenario = {
  name: 'neighbours',
  claim: `${attacks.length} attacks by one account each: another one's calls, sends and health checks keep their times`,
  parallel: 'never',
  run,
};
