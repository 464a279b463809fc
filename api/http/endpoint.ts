import type { Readable } from 'node:stream';
import type { Config } from '../../common/config.ts';
import type { Scope } from '../../common/domain/key-scopes.ts';
import type { Budget } from '../../common/fairness/budget.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import type { Logger } from '../../common/log.ts';
import type { PaceReader } from '../../common/metrics/pace-report.ts';
import type { StoreWatch } from '../../common/metrics/store.ts';
import type { ActorKind } from '../../common/models/audit-entries.ts';
import type { Renderer } from '../../common/rendering/renderer.ts';
import type { FoundEncoding } from '../../shared/csv-encoding.ts';
import type { HoldReason } from '../../shared/hold-reasons.ts';
import type { AnswerExtra, Contract, EndpointName, FileStatuses } from '../contract.ts';
import type { Account } from './account.ts';
import type { UploadedFile } from './body.ts';
import type { Failure } from './failures.ts';
import type { DocumentStore } from './idempotency.ts';
import type { KnownKeys } from './known-keys.ts';
import type { ListShare } from './list-shares.ts';
import type { Listing } from './listing.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SlowQuestions } from './slow-questions.ts';
import type { Inputs } from './typed-input.ts';

/** The parts that handlers may use. `api/services` defines some of them, so this layer imports only their types. */
export interface Service {
  readonly config: Config;
  readonly ring: Ring;
  readonly log: Logger;
  readonly limits: RateLimits;
  readonly keys: KnownKeys;
  readonly store: StoreWatch;
  readonly questions: SlowQuestions;
  readonly underWay: Budget<number>;
  readonly renderer: Renderer;
  readonly pace: PaceReader;
}

export interface Call extends Service {
  readonly file: UploadedFile | null;
  readonly header: (name: string) => string;
  readonly storeOnce: DocumentStore;
  /** Begins the entry of the audit log, before a row with `audited: 'changes'` changes something. Later calls have no effect. */
  readonly beginAct: () => Promise<void>;
  /** Says that the act changed nothing, although it began. A new begin takes it back. */
  readonly refuseAct: () => void;
  readonly by: ActorKind;
  /** Of the key; sessions of the console have `all`. */
  readonly scope: Scope;
  readonly acceptsEncoding: (coding: string) => boolean;
  /** Aborted when the client hangs up before it has its answer. */
  readonly signal: AbortSignal;
}

type ConflictOf<Name extends EndpointName> = Contract[Name] extends { conflicts: infer Texts }
  ? keyof Texts & string
  : never;

export interface CallOf<Name extends EndpointName> extends Call {
  conflict(which: ConflictOf<Name>): Failure;
}

/** The texts of a file, made as its reader takes them. Each page uses the memory of lists. */
export type PagedFile = (hold: ListShare) => AsyncGenerator<string, void>;

export interface RawAnswer {
  readonly status?: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PagedFile | Readable | Buffer | string | null;
}

interface AnswerValues extends FoundEncoding, FileStatuses {
  readonly id: number;
  readonly utr: string;
  readonly ids: readonly number[];
  readonly warnings: readonly string[];
  readonly refreshing: boolean;
  readonly secret: string;
  readonly version: number;
  readonly hold_reason: HoldReason | null;
}

type AnswerTo<Name extends EndpointName> = Contract[Name] extends {
  extras: readonly (infer Field extends AnswerExtra)[];
}
  ? Pick<AnswerValues, Field>
  : Contract[Name]['done'] extends { list: string }
    ? Listing
    : Contract[Name]['done'] extends { raw: string }
      ? RawAnswer
      : // A promise is an object too: without this, an async function might answer anything.
        (object & { readonly then?: never }) | string | true;

interface TypedBehaviour<Name extends EndpointName, Values> {
  readonly input: Inputs<Values>;
  /** Set if `run` writes only through `storeOnce`. Then the writes of several calls are combined, with or without keys. */
  readonly storesOnce?: true;
  /** The act of the audit log; absent: the name of the row. */
  readonly act?: (input: Values) => string;
  /** Answers a call. `null` answers the row's `missing`. */
  readonly run: (
    input: Values,
    account: Account,
    call: CallOf<Name>,
  ) => Promise<AnswerTo<Name> | null> | AnswerTo<Name> | null;
}

/** The implementation of a contract row. Only its resource knows the type of its input. */
export type Behaviour<Name extends EndpointName> = TypedBehaviour<Name, never>;

/** The implementations of all rows: a missing or surplus one does not compile. */
export type Behaviours<Names extends EndpointName = EndpointName> = {
  readonly [Name in Names]: Behaviour<Name>;
};

/** The endpoints of a resource, by row name. The compiler derives a handler's input type from `input` and its answer type from the row. */
export const endpoints = <Values extends { [Name in EndpointName]?: unknown }>(
  table: {
    readonly [Name in keyof Values & EndpointName]: TypedBehaviour<Name, Values[Name]>;
  },
): Behaviours<keyof Values & EndpointName> => table as unknown as Behaviours<keyof Values & EndpointName>;
