import { randomUUID } from 'node:crypto';
import { now } from '../clock.ts';
import type {
  Collection,
  Filter,
  FindOneAndUpdateOptions,
  Update,
  UpdateStage,
  WriteOptions,
} from './collection.ts';

/** Milliseconds that a lease lasts without being renewed: the work of a process that crashed waits for as long. */
export const LEASE_MS = 30_000;
const RENEW_MS = 8000;
/** A holder does not rely on the last seconds of its lease: what it began must end before another process takes over. */
const MARGIN_MS = 5000;

/** Where the documents of a collection store their lease. */
export interface LeaseFields<Stored extends object> {
  readonly model: Collection<Stored>;
  /** The field with the holder's token. */
  readonly token: keyof Stored & string;
  /** The field with the time at which the lease ends. */
  readonly until: keyof Stored & string;
  /** Milliseconds that the lease lasts without being renewed, if not {@link LEASE_MS}. */
  readonly ms?: number;
}

/** The right to work on one document. It ends by its time, or when another process takes the document. */
export interface Lease<Stored> {
  readonly token: string;
  /** A filter that finds the document until another process takes it. */
  readonly fence: Filter<Stored>;
  /** Changes the document where `fence` and `where` find it. False: nothing was changed. */
  write(change: Update<Stored>, where?: Filter<Stored>): Promise<boolean>;
  /** Makes the lease last from now on. False: another process has taken the document. */
  renew(): Promise<boolean>;
  /** Whether the lease surely stands now, by this machine's own clock. */
  stands(): boolean;
  /** Removes the token, with other changes of the document, where `where` finds it. False: nothing was changed. */
  release(change: Partial<Stored>, where?: Filter<Stored>): Promise<boolean>;
  /** The same, with changes that are expressions over the document as it was before. */
  releaseBy(change: Expressions<Stored>): Promise<boolean>;
}

/** Fields as expressions of an aggregation. */
type Expressions<Stored> = Readonly<Partial<Record<keyof Stored, unknown>>>;

/** A lease that is renewed until it is ended, released or lost. */
export interface KeptLease<Stored> extends Lease<Stored> {
  /** Aborted once the lease was lost: what has not begun must not begin. */
  readonly lost: AbortSignal;
  /** Ends the renewing, and nothing else. */
  end(): void;
}

/** A document with the lease on it. */
export interface LeasedDocument<Stored> {
  readonly found: Stored;
  readonly lease: Lease<Stored>;
}

export const leaseEnd = (ms = LEASE_MS): Date => new Date(now().getTime() + ms);

interface LeaseOptions<Stored>
  extends Pick<FindOneAndUpdateOptions<Stored>, 'sort' | 'projection' | 'returnDocument'> {
  /** Fields that change in the same write, as expressions over the document as it was before. */
  readonly set?: Expressions<Stored>;
}

/** Takes a lease by compare-and-set on the first document that `free` finds; null where it finds none. */
export async function takeLease<Stored extends { _id: unknown }>(
  fields: LeaseFields<Stored>,
  free: Filter<Stored>,
  { set, ...options }: LeaseOptions<Stored> = {},
): Promise<LeasedDocument<Stored> | null> {
  const { token, asked, held } = begin(fields);
  const taking = { ...set, ...held };
  const found = await fields.model.findOneAndUpdate(free, [setting<Stored>(taking)], options);
  return found && { found, lease: leaseOn(fields, found._id, token, asked) };
}

/**
 * Takes leases on those of these documents that `free` finds, by one write. Answers the lease of each that was taken, by its id. All have one
 * token. `options`: of the write.
 */
export async function takeLeases<Stored extends { _id: unknown }>(
  fields: LeaseFields<Stored>,
  ids: readonly Stored['_id'][],
  free: Filter<Stored>,
  set: Expressions<Stored>,
  options: WriteOptions<Stored> = {},
): Promise<ReadonlyMap<Stored['_id'], Lease<Stored>>> {
  const { token, asked, held } = begin(fields);
  const among = { _id: { $in: [...ids] } } as Filter<Stored>;
  const taking = [setting<Stored>({ ...set, ...held })];
  const { modifiedCount } = await fields.model.updateMany({ ...free, ...among }, taking, options);
  const taken =
    modifiedCount === ids.length ? ids : await idsIn(fields.model, { ...among, [fields.token]: token });
  return new Map(taken.map((_id) => [_id, leaseOn(fields, _id, token, asked)]));
}

/** A lease that a document has from its insertion on. `held`: the fields of the document that hold it. */
export function newLease<Stored extends { _id: unknown }>(
  fields: LeaseFields<Stored>,
  _id: Stored['_id'],
): { readonly held: Partial<Stored>; readonly lease: Lease<Stored> } {
  const { token, asked, held } = begin(fields);
  return { held, lease: leaseOn(fields, _id, token, asked) };
}

const setting = <Stored>(set: Expressions<Stored>): UpdateStage<Stored> =>
  ({ $set: set }) as UpdateStage<Stored>;

const idsIn = <Stored extends { _id: unknown }>(model: Collection<Stored>, filter: Filter<Stored>) =>
  (model as unknown as Collection<{ _id: Stored['_id'] }>).distinct(
    '_id',
    filter as Filter<{ _id: Stored['_id'] }>,
  );

function begin<Stored extends object>({ token: tokenField, until, ms }: LeaseFields<Stored>) {
  // The lease begins in the store later than this, so that by this machine's clock it never lasts too long.
  const asked = performance.now();
  const token = randomUUID();
  return { token, asked, held: { [tokenField]: token, [until]: leaseEnd(ms) } as Partial<Stored> };
}

function leaseOn<Stored extends { _id: unknown }>(
  { model, token: tokenField, until: untilField, ms = LEASE_MS }: LeaseFields<Stored>,
  _id: unknown,
  token: string,
  asked: number,
): Lease<Stored> {
  const fence = { _id, [tokenField]: token } as Filter<Stored>;
  let until = asked + ms;
  const write = async (
    change: Update<Stored> | UpdateStage<Stored>[],
    where: Filter<Stored> = {},
  ): Promise<boolean> => {
    const { matchedCount } = await model.updateOne({ ...where, ...fence }, change);
    return matchedCount === 1;
  };
  const set = (change: object, where?: Filter<Stored>): Promise<boolean> => write({ $set: change }, where);
  return {
    token,
    fence,
    write,
    async renew() {
      const asked = performance.now();
      const ours = await set({ [untilField]: leaseEnd(ms) });
      if (ours) until = asked + ms;
      return ours;
    },
    stands: () => performance.now() < until - MARGIN_MS,
    release: (change, where) => set({ [tokenField]: null, ...change }, where),
    releaseBy: (change) => write([setting<Stored>({ [tokenField]: null, ...change })]),
  };
}

/** Renews a lease by a heartbeat. A renewal that fails is tried again while the lease stands. */
export function keepRenewed<Stored>(lease: Lease<Stored>): KeptLease<Stored> {
  const lost = new AbortController();
  let renewing = false;
  const timer = setInterval(() => {
    if (!lease.stands()) lost.abort();
    if (renewing || lost.signal.aborted) return;
    renewing = true;
    lease
      .renew()
      .then((ours) => {
        if (!ours) lost.abort();
      })
      // MongoDB is away: the clock tells whether the lease still stands.
      .catch(() => {})
      .finally(() => {
        renewing = false;
      });
  }, RENEW_MS);
  timer.unref();
  const end = (): void => clearInterval(timer);
  return {
    ...lease,
    stands: () => !lost.signal.aborted && lease.stands(),
    lost: lost.signal,
    end,
    release(change, where) {
      end();
      return lease.release(change, where);
    },
    releaseBy(change) {
      end();
      return lease.releaseBy(change);
    },
  };
}
