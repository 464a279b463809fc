import { writeSync } from 'node:fs';

/**
 * Points at which a process can be told to kill itself, so that the fault runs (`npm run faults`) stop it at the worst
 * moments. A point acts only when the environment variable FAILPOINTS names it.
 */
export const FAILPOINTS = [
  /** A batch is leased, nothing of it handed over. */
  'after-claim',
  /** The mail server took the recipient and has nothing of the message. */
  'after-rcpt',
  /** The final dot is out, its reply not in. */
  'after-dot',
  /** The mail server took the mail, and no store knows. */
  'after-250-before-record',
  /** A step of the audience is in the ledger and not checkpointed. */
  'mid-freeze',
  /** A step is checkpointed, and its batches are not ready. */
  'walk-checkpointed',
  /** Batches are ready while the audience is walked, and no slice is rung for. */
  'walk-ready',
  /** The opt-outs and suppressions of a batch of rows are stored, and its contacts are not. */
  'mid-import-statuses',
  /** A batch of rows is in the contacts and not checkpointed. */
  'mid-import',
  /** A step of an import is undone, and neither noted nor checkpointed. */
  'mid-undo',
  /** A step of a bulk change is done, and not counted. */
  'mid-bulk-change',
  /** A segment's rows are written, and what they follow is not forgotten. */
  'mid-refresh',
  /** A step of an erasure is done, others are not. */
  'mid-erasure',
  /** A group of rows of an account that is deleted is gone, others are there. */
  'mid-deletion',
  /** Enrollments, or deliveries of them, are written, and what follows from them is not. */
  'mid-enrollment',
  /** Batches are marked as changed, and their rows are not. */
  'rows-marked',
  /** Details of batches are counted, and not stored. */
  'details-counted',
  /** They are stored, and the batches are still marked. */
  'details-stored',
  /** A call's Idempotency-Key is reserved, nothing of the call done. */
  'keyed-reserved',
  /** A keyed call's writes are made, in a transaction that is not committed. */
  'keyed-done',
  /** Its answer is written in the same transaction. */
  'keyed-kept',
  /** The transaction is committed, no doorbell rung. */
  'keyed-committed',
  /** Nothing is left to do but to answer. */
  'keyed-rung',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** Kills at the pass of this number, or at each pass by chance. */
type Arming = { readonly pass: number } | { readonly chance: number };

const isFailpoint = (name: string): name is Failpoint => (FAILPOINTS as readonly string[]).includes(name);

/** `after-dot@17,mid-freeze:0.01` as a map; throws a TypeError at anything else. */
export function readFailpoints(text: string): Map<Failpoint, Arming> {
  const armed = new Map<Failpoint, Arming>();
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', how, figure = ''] = /^\s*([a-z0-9-]+)([@:])([\d.]+)\s*$/.exec(part) ?? [];
    const number = Number(figure);
    if (!isFailpoint(name)) throw new TypeError(`FAILPOINTS: there is no ${part}`);
    if (how === '@' && Number.isInteger(number) && number > 0) armed.set(name, { pass: number });
    else if (how === ':' && number > 0 && number <= 1) armed.set(name, { chance: number });
    else throw new TypeError(`FAILPOINTS: ${part} is neither name@pass nor name:chance`);
  }
  return armed;
}

/** As a power cut ends it: no handler runs, nothing is flushed. `about` says what it was busy with. */
function die(name: Failpoint, about: string | number): never {
  writeSync(2, `failpoint ${name} ${about}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal may arrive a moment later, and nothing more may happen meanwhile.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

function arm(armed: ReadonlyMap<Failpoint, Arming>): (name: Failpoint, about?: string | number) => void {
  if (armed.size === 0) return () => {};
  const passes = new Map<Failpoint, number>();
  return (name, about = '') => {
    const arming = armed.get(name);
    if (!arming) return;
    const pass = (passes.get(name) ?? 0) + 1;
    passes.set(name, pass);
    if ('pass' in arming ? pass === arming.pass : Math.random() < arming.chance) die(name, about);
  };
}

const ARMED = readFailpoints(process.env['FAILPOINTS'] ?? '');

/** Passes a failpoint: nothing, at no cost, unless the environment armed it. */
export const failpoint = arm(ARMED);

const waiting = new Map<Failpoint, number>();

/** The same, but where it is armed for a pass, those before it wait for that: a process dies amid several pieces of work. */
export async function standstill(name: Failpoint): Promise<void> {
  const arming = ARMED.get(name);
  if (!arming) return;
  const pass = (waiting.get(name) ?? 0) + 1;
  waiting.set(name, pass);
  failpoint(name);
  if ('pass' in arming && pass < arming.pass) await new Promise(() => {});
}
