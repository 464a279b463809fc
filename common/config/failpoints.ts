import { writeSync } from 'node:fs';

/** A process kills itself at a point that the environment variable FAILPOINTS names, for the fault runs (`npm run faults`). */
export const FAILPOINTS = [
  /** A batch is leased, nothing of it handed over. */
  'after-claim',
  /** The mail server accepted the recipient, and has nothing of the message. */
  'after-rcpt',
  /** The final dot is sent, its reply not received. */
  'after-dot',
  /** The mail server accepted the mail, and no store has the outcome. */
  'after-250-before-record',
  /** A step of the audience is in the ledger and not checkpointed. */
  'mid-freeze',
  'walk-checkpointed',
  /** Batches are ready during the walk of the audience, and no slice is rung for. */
  'walk-ready',
  /** The opt-outs and suppressions of a batch of rows are stored, and its contacts are not. */
  'mid-import-statuses',
  'mid-import',
  'mid-undo',
  'mid-bulk-change',
  'mid-refresh',
  'mid-erasure',
  'mid-deletion',
  /** Enrollments or their deliveries are written, and the writes that follow are not. */
  'mid-enrollment',
  'rows-marked',
  'details-counted',
  'details-stored',
  /** A call's Idempotency-Key is reserved, nothing of the call done. */
  'keyed-reserved',
  /** A keyed call's writes are made, in a transaction that is not committed. */
  'keyed-done',
  /** Its answer is written in the same transaction. */
  'keyed-kept',
  /** The transaction is committed, no job rung for. */
  'keyed-committed',
  'keyed-rung',
  /** A group of documents is migrated, its checkpoint not stored. */
  'upgrade-changed',
  /** A step of a release is complete: a checkpoint, a migration, the indexes of a collection. */
  'upgrade-step',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

type Arming = { readonly pass: number } | { readonly chance: number };

const isFailpoint = (name: string): name is Failpoint => (FAILPOINTS as readonly string[]).includes(name);

/** Parses `after-dot@17,mid-freeze:0.01`; throws a TypeError for anything else. */
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

/** Like a power cut: no handler runs, nothing is flushed. `about`: the current work. */
function die(name: Failpoint, about: string | number): never {
  writeSync(2, `failpoint ${name} ${about}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal may arrive later, and nothing more may happen meanwhile.
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

/** Does nothing, at no cost, unless the environment armed the point. */
export const failpoint = arm(ARMED);

const waiting = new Map<Failpoint, number>();

/** Like `failpoint`, but passes before the armed one wait for it: the process dies during several pieces of work. */
export async function standstill(name: Failpoint): Promise<void> {
  const arming = ARMED.get(name);
  if (!arming) return;
  const pass = (waiting.get(name) ?? 0) + 1;
  waiting.set(name, pass);
  failpoint(name);
  if ('pass' in arming && pass < arming.pass) await new Promise(() => {});
}
