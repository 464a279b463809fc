import type { Readable } from 'node:stream';
import type Joi from 'joi';
import type { Config } from '../../common/config.ts';
import type { Ring } from '../../common/jobs/doorbell.ts';
import type { Logger } from '../../common/log.ts';
import type { StoreWatch } from '../../common/metrics/store.ts';
import type { Renderer } from '../../common/rendering/renderer.ts';
import type { Beside, Contract, EndpointName } from '../contract.ts';
import type { SlowQuestions } from '../slow-questions.ts';
import type { Tracking } from '../tracking.ts';
import type { Account } from './account.ts';
import type { UploadedFile } from './body.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Listing } from './listing.ts';
import type { RateLimits } from './rate-limits.ts';
import type { UnderWay } from './under-way.ts';

/** What handlers reach the rest of the system by. */
export interface Service {
  readonly config: Config;
  readonly ring: Ring;
  readonly log: Logger;
  readonly limits: RateLimits;
  readonly keys: KnownKeys;
  readonly tracking: Tracking;
  /** Asks the store for readiness alone. */
  readonly store: StoreWatch;
  readonly questions: SlowQuestions;
  readonly underWay: UnderWay;
  readonly renderer: Renderer;
}

/** The one request that a handler answers, where its inputs are not enough. */
export interface Call extends Service {
  /** Uploaded files by the name the contract row gives. They are removed when the request ends. */
  readonly file: UploadedFile | null;
  readonly header: (name: string) => string;
  /** Whether the client takes a body in this content coding. */
  readonly acceptsEncoding: (coding: string) => boolean;
  /** Aborted when the client hangs up before it has its answer. */
  readonly signal: AbortSignal;
}

/** An answer outside the envelope: a file, or a body made beforehand. */
export interface RawAnswer {
  readonly status?: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Buffer | string | null;
}

/** What stands beside `message`. */
interface Told {
  readonly id: number;
  readonly utr: string;
  readonly ids: readonly number[];
  readonly warnings: readonly string[];
}

type AnswerTo<Name extends EndpointName> = Contract[Name] extends {
  beside: readonly (infer Field extends Beside)[];
}
  ? Pick<Told, Field>
  : Contract[Name]['done'] extends { list: string }
    ? Listing
    : Contract[Name]['done'] extends { raw: string }
      ? RawAnswer
      : object | string | true;

/** What a row of the contract does. `null` answers the row's `missing`. */
export interface Behaviour<Name extends EndpointName, Input = never> {
  readonly input: Joi.ObjectSchema<Input>;
  run(input: Input, account: Account, call: Call): Promise<AnswerTo<Name> | null> | AnswerTo<Name> | null;
}

/** The behaviour of every row: one that is missing, or one too many, does not compile. */
export type Behaviours<Names extends EndpointName = EndpointName> = {
  readonly [Name in Names]: Behaviour<Name>;
};

/** Ties the type of the inputs to the handler's, then forgets it: the table holds endpoints of every input. */
export function endpoint<Name extends EndpointName, Input>(
  behaviour: Behaviour<Name, Input>,
): Behaviour<Name> {
  return behaviour as unknown as Behaviour<Name>;
}
