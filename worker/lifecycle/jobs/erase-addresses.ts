import { now } from '../../../common/clock.ts';
import { erasedAddress } from '../../../common/domain/erased-addresses.ts';
import { Erasure, type ErasureDocument } from '../../../common/models/erasures.ts';
import { Import } from '../../../common/models/imports.ts';
import { erasureKey, hashOfErasure } from '../../../common/secrets/erasure-key.ts';
import { type Filter, updating } from '../../../common/store/collection.ts';
import { everywhere } from '../../../common/store/everywhere.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { beginTurn } from '../../runtime/turn.ts';
import type { ErasedPerson } from '../erasure/erasing.ts';
import { eraseOnce } from '../erasure/pass.ts';

const dueErasures = (at: Date): Filter<ErasureDocument> => ({
  user_id: { $gt: 0 },
  due_at: { $type: 'date', $lte: at },
});

const AT_ONCE = 1000;
/** Calls, mails and imports that had read the addresses may write them again. The last look is after the longest of these. */
const AGAIN_MS = [20_000, 120_000, 15 * 60_000] as const;
const WAIT_MS = 60_000;
/** Data stored within these milliseconds after the request was under way before it. */
const UNDER_WAY_MS = 5000;

/** After a crash they are still due. A later look finds what was under way; until then the address is kept, sealed. */
export default defineJob('erase-addresses', {
  doing: 'Erasing addresses',
  due: {
    signs: [sign(Erasure, dueErasures)],
    find: async (at) => {
      const due = await everywhere(Erasure, 'sweep').distinct('user_id', dueErasures(at));
      return due.map((userId) => ({ userId }));
    },
  },
  async run({ userId }, worker: Pick<WorkerContext, 'log' | 'ring' | 'stopping'>) {
    const isOver = beginTurn('erase-addresses', worker);
    const erasures = Erasure.of(userId);
    const found = await erasures
      .find({ ...dueErasures(now()), user_id: userId })
      .sort({ due_at: 1 })
      .limit(AT_ONCE)
      .toArray();
    if (found.length === 0) return 'idle';
    // Addresses whose pass has got as far as that of the first. The others begin when it is complete.
    const { pass } = found[0]!;
    const due = found.filter((one) => one.pass?.step === pass?.step && one.pass?.after === pass?.after);
    const left = await eraseOnce(userId, await peopleOf(due), { ring: worker.ring, isOver }, pass);
    if (left) {
      await erasures.bulkWrite(
        due.map(({ _id, requested_at }) => updating({ _id, requested_at }, { $set: { pass: left } })),
        { ordered: false },
      );
      return 'more';
    }
    const imported = await earliestImport(userId);
    const at = now();
    await erasures.bulkWrite(
      due.map((erasure) => ({
        // An address that was requested again meanwhile begins from the start.
        updateOne: {
          filter: { _id: erasure._id, requested_at: erasure.requested_at },
          update: { $set: nextOf(erasure, at, imported), $unset: { pass: '' } },
        },
      })),
      { ordered: false },
    );
    worker.log.info({ user_id: userId, addresses: due.length }, 'addresses erased');
    return due.length < found.length || found.length === AT_ONCE ? 'more' : undefined;
  },
});

async function peopleOf(due: readonly ErasureDocument[]): Promise<Map<string, ErasedPerson>> {
  const key = await erasureKey();
  const people = new Map<string, ErasedPerson>();
  for (const { _id, sealed, requested_at } of due) {
    const address = sealed === null ? null : key.open(_id, sealed);
    if (address === null)
      throw new Error(`The address of an erasure of account ${_id.split('-')[0]} cannot be decrypted`);
    const before = new Date(requested_at.getTime() + UNDER_WAY_MS);
    people.set(address, { erased: erasedAddress(hashOfErasure(_id)), before });
  }
  return people;
}

async function earliestImport(userId: number): Promise<Date | null> {
  const [first] = await Import.of(userId)
    .find({ state: { $in: ['waiting', 'running'] } })
    .project<{ created_at: Date }>({ created_at: 1 })
    .sort({ _id: 1 })
    .limit(1)
    .toArray();
  return first?.created_at ?? null;
}

function nextOf(
  { requested_at, erased_at, passes }: ErasureDocument,
  at: Date,
  imported: Date | null,
): Partial<ErasureDocument> {
  const looked = { erased_at: erased_at ?? at, passes: passes + 1 };
  const again = AGAIN_MS.find((ms) => requested_at.getTime() + ms > at.getTime());
  if (again !== undefined) return { ...looked, due_at: new Date(requested_at.getTime() + again) };
  if (imported && imported <= requested_at) return { ...looked, due_at: new Date(at.getTime() + WAIT_MS) };
  return { ...looked, due_at: null, done_at: at, sealed: null };
}
