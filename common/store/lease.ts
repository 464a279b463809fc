import { randomUUID } from 'node:crypto';
import { now } from '../clock.ts';
import type {
  Filter,
  FindOneAndUpdateOptions,
  Rows,
  Update,
  UpdateStage,
  WriteOptions,
} from './collection.ts';

/** Milliseconds that a lease lasts without renewal: the work of a crashed process waits as long. */
export const LEASE_MS = 30_000;
const RENEW_MS = 8000;
/** A holder does not rely on the last milliseconds of its lease: its work must end before another process takes over. */
const MARGIN_MS = 5000;

/** Where the documents of a collection store their lease. */
interface LeaseFields<Stored extends object> {
  readonly model: Rows<Stored>;
  /** Holds the holder's token. */
  readonly token: keyof Stored & string;
  /** Holds the end of the lease. */
  readonly until: keyof Stored & string;
  /** Milliseconds without renewal; default: {@link LEASE_MS}. */
  readonly ms?: number;
}

/** The right to work on one document. It ends by its time, or when another process takes the document. */
export interface Lease<Stored> {
  readonly token: string;
  /** A filter that finds the document until another process takes it. */
  readonly fence: Filter<Stored>;
  /** Changes the document where `fence` and `where` find it. False: nothing was changed. */
  write(change: Update<Stored>, where?: Filter<Stored>): Promise<boolean>;
  /** Extends the lease. False: another process has taken the document. */
  renew(): Promise<boolean>;
  /** Whether the lease is certainly valid, by this machine's own clock. */
  stands(): boolean;
  /** Removes the token, with other changes of the document, where `where` finds it. False: nothing was changed. */
  release(change: Partial<Stored>, where?: Filter<Stored>): Promise<boolean>;
  /** The same, with expressions over the document before the write. */
  releaseBy(change: Expressions<Stored>): Promise<boolean>;
}

type Expressions<Stored> = Readonly<Partial<Record<keyof Stored, unknown>>>;

/** A lease that is renewed until it is ended, released or lost. */
export interface KeptLease<Stored> extends Lease<Stored> {
  /** Aborted when the lease is lost: no new work may begin. */
  readonly lost: AbortSignal;
  /** Only stops the renewal. */
  end(): void;
}

export interface LeasedDocument<Stored> {
  readonly found: Stored;
  readonly lease: Lease<Stored>;
}

/** A document with a lease that is renewed. */
export interface HeldDocument<Stored> {
  readonly found: Stored;
  readonly lease: KeptLease<Stored>;
}

export const leaseEnd = (ms = LEASE_MS): Date => new Date(now().getTime() + ms);

interface LeaseOptions<Stored>
  extends Pick<FindOneAndUpdateOptions<Stored>, 'sort' | 'projection' | 'returnDocument'> {
  /** Changes in the same write, as expressions over the document before it. */
  readonly set?: Expressions<Stored>;
}

/** Takes a lease by compare-and-set on the first document that `free` finds; null: none. */
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

/** Takes leases on those of these documents that `free` finds, by one write. Returns them by id; all have one token. */
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

/** A lease that a document has from its insertion. `held`: the document's fields for it. */
export function newLease<Stored extends { _id: unknown }>(
  fields: LeaseFields<Stored>,
  _id: Stored['_id'],
): { readonly held: Partial<Stored>; readonly lease: Lease<Stored> } {
  const { token, asked, held } = begin(fields);
  return { held, lease: leaseOn(fields, _id, token, asked) };
}

const setting = <Stored>(set: Expressions<Stored>): UpdateStage<Stored> =>
  ({ $set: set }) as UpdateStage<Stored>;

const idsIn = <Stored extends { _id: unknown }>(model: Rows<Stored>, filter: Filter<Stored>) =>
  (model as unknown as Rows<{ _id: Stored['_id'] }>).distinct(
    '_id',
    filter as Filter<{ _id: Stored['_id'] }>,
  );

function begin<Stored extends object>({ token: tokenField, until, ms }: LeaseFields<Stored>) {
  // The lease begins in the store later than this, so this machine never overestimates it.
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

/** Renews a lease by a heartbeat. A failed renewal is retried while the lease is valid. */
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
      // MongoDB is away: the clock tells whether the lease is still valid.
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
