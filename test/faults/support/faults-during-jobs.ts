import { fillContacts } from '../../../bench/support/contacts.ts';
import { type Arena, inArena } from './arena.ts';
import { joinTallies } from './join-tallies.ts';
import type { RunOptions, Scenario, Tally } from './scenario.ts';

/** A contact type with contacts, for a job that a fault breaks. */
export interface JobGround {
  readonly arena: Arena;
  readonly contactTypeId: number;
  readonly size: number;
  readonly short: boolean;
  /** Whether the books have mails of other jobs, too. */
  readonly foreign: boolean;
}

/** A fault in the middle of a job. */
export interface JobFault extends Pick<Scenario, 'name' | 'claim'> {
  /** Contacts of the job, or rows of its file. */
  readonly sizes: Readonly<Record<'short' | 'full', number>>;
  /** How many of so many contacts exist before the job; by default all. */
  readonly contacts?: (size: number) => number;
  /** Breaks the job, waits until it is done, and compares. Its workers are stopped afterwards. */
  breakIt(ground: JobGround): Promise<Tally>;
}

/** Jobs in turn, one for each fault, with a contact type each. */
export function runJobs(faults: readonly JobFault[], options: RunOptions): Promise<Tally> {
  const { short } = options;
  return inArena(options, { hasten: short }, async (arena) => {
    const tallies = new Map<string, Tally>();
    for (const [at, { name, sizes, contacts, breakIt }] of faults.entries()) {
      const size = options.size ?? (short ? sizes.short : sizes.full);
      const contactTypeId = at + 1;
      const existing = contacts?.(size) ?? size;
      if (at === 0) {
        await arena.lay(existing);
      } else {
        await arena.stack.call('/contacts-type/add', { name });
        await fillContacts(arena.stack.keys.user_id, existing, contactTypeId);
      }
      tallies.set(name, await breakIt({ arena, contactTypeId, size, short, foreign: faults.length > 1 }));
      await Promise.all([...arena.workers].map((worker) => worker.stop()));
    }
    return joinTallies(tallies);
  });
}
