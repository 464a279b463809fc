import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPrograms } from '../../../bench/support/build.ts';
import type { Program } from '../../../bench/support/processes.ts';
import { type Stack, startStack } from '../../../bench/support/stack.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { WorkerPresence } from '../../../common/models/workers.ts';
import type { Attacker } from '../../faults/attacks/attack.ts';
import { succeed } from '../../faults/attacks/old-sends.ts';
import { signIn } from '../../faults/attacks/sign-in.ts';
import { layAttacker } from '../../faults/support/lay-attacker.ts';
import { type LoopWatch, watchLoop } from '../../faults/support/loop.ts';
import { isSerious, type LogLine, readLogLine } from '../../support/log-lines.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

/** An account that is given documents. */
export interface Author extends Attacker {
  readonly cookie: string;
  /** Contact types for imports: an import holds the sends to its type back, so each has its own. */
  readonly importTypes: readonly number[];
}

/** The service in several processes that report long turns and log errors. */
export interface FuzzedService {
  readonly stack: Stack;
  readonly worker: Program;
  readonly loops: { readonly API: LoopWatch; readonly worker: LoopWatch };
  readonly authors: readonly Author[];
  /** The account for bodies of calls; no other case needs its records. */
  readonly vandal: Attacker;
  /** Lines of level error and above that the programs have logged since the last call. */
  errors(): readonly LogLine[];
  stop(): Promise<void>;
}

export const AUTHORS = 4;
const STARTED_MS = 60_000;
/** Milliseconds of CPU that a turn may take. */
export const TURN_MS = 100;

export async function startFuzzedService(): Promise<FuzzedService> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-fuzz-documents-'));
  const logs = join(folder, 'logs');
  const build = await buildPrograms();
  const loops = { API: watchLoop(folder, 'api'), worker: watchLoop(folder, 'worker') };
  const started = ({ environment }: LoopWatch) => ({ ...environment, FUZZ_STALL_MS: String(TURN_MS) });
  const unlimited = { RATE_CALLS: '0', RATE_VERIFICATIONS: '0', RATE_ACCOUNT_VERIFICATIONS: '0' };
  const environment = { LOG_LEVEL: 'warn', ...unlimited, ...started(loops.API) };
  const stack = await startStack({ build, logs, environment });
  const worker = stack.startWorker(started(loops.worker));
  const vandal = await layAttacker(stack.origin, 'vandal');
  const authors: Author[] = [];
  for (let at = 0; at < AUTHORS; at += 1) authors.push(await layAuthor(stack, `author-${at}`));
  await until(async () => (await WorkerPresence.countDocuments({})) > 0, 'the worker', STARTED_MS);

  const read = new Map<string, number>();
  return {
    stack,
    worker,
    loops,
    authors,
    vandal,
    errors() {
      return readdirSync(logs).flatMap((name) => {
        const text = readFileSync(join(logs, name), 'utf8');
        const from = read.get(name) ?? 0;
        // The last line may be incomplete.
        const to = text.lastIndexOf('\n') + 1;
        read.set(name, to);
        const lines = text.slice(from, to).split('\n');
        return lines
          .map(readLogLine)
          .filter((line) => line !== null)
          .filter(isSerious);
      });
    },
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function layAuthor({ origin }: Stack, name: string): Promise<Author> {
  const attacker = await layAttacker(origin, name);
  for (const [field_name, field_type] of [
    ['note', 'text'],
    ['age', 'number'],
    ['birth_date', 'datetime-local'],
  ]) {
    await succeed(attacker, '/custom-fields/save', { field_name, field_type });
  }
  for (const which of ['First', 'Second'])
    await succeed(attacker, '/contacts-type/add', { name: `${which} imports` });
  const types = await rows(ContactType).find({ user_id: attacker.user_id }).toArray();
  const importTypes = types.map(({ _id }) => _id).filter((id) => id !== attacker.contact_type_id);
  return { ...attacker, cookie: await signIn(attacker), importTypes };
}
