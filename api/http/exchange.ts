import type { Context } from 'koa';
import type { KeptAnswer } from '../../common/models/idempotency-keys.ts';
import type { ContractRow, EndpointName } from '../contract.ts';
import type { Account } from './account.ts';
import type { AuditedCall } from './audit.ts';
import type { Body, BodyReader, UploadedFile } from './body.ts';
import type { CallTurns } from './call-turns.ts';
import type { Door } from './door.ts';
import type { Behaviour, Service } from './endpoint.ts';
import { clientGone } from './failures.ts';
import type { IgnoredInputs, StrayInput } from './ignored-inputs.ts';
import type { ListShares } from './list-shares.ts';
import type { GivenRange } from './range.ts';

/** A row of the contract table behind a door, with the parts that its calls need. */
export interface ServedRow {
  readonly name: EndpointName;
  readonly row: ContractRow;
  readonly behaviour: Behaviour<EndpointName>;
  /** All names that the row takes. */
  readonly names: ReadonlySet<string>;
  readonly door: Door;
  readonly service: Service;
  readonly bodies: BodyReader;
  readonly shares: ListShares;
  readonly turns: CallTurns;
}

const NO_FILES: readonly UploadedFile[] = [];

/** One call, from its request to its answer. The steps of `serve.ts` fill its fields in their order. */
export class Exchange {
  readonly ctx: Context;
  readonly served: ServedRow;
  readonly began = performance.now();
  /** When the account was known. */
  authenticated = this.began;
  account!: Account;
  /** The idempotency key. */
  key: string | null = null;
  body: Body | null = null;
  file: UploadedFile | null = null;
  files = NO_FILES;
  /** As they were given. */
  inputs!: Readonly<Record<string, unknown>>;
  strays!: readonly StrayInput[];
  range!: GivenRange;
  /** It is known once the inputs are valid. */
  ignored!: IgnoredInputs;
  /** The entry of a call that is audited. */
  audit: AuditedCall | null = null;
  /** The handler's answer. */
  made: unknown;
  /** The answer of a call with a key, as it is kept. */
  kept: KeptAnswer | null = null;
  #ends: (() => unknown)[] = [];
  #ended = false;
  #hangUp: AbortController | null = null;

  constructor(ctx: Context, served: ServedRow) {
    this.ctx = ctx;
    this.served = served;
  }

  /** Aborted when the client hangs up before it has its answer. It is created when it is asked for: most calls are too short for that. */
  get signal(): AbortSignal {
    this.#hangUp ??= hangUpOf(this.ctx);
    return this.#hangUp.signal;
  }

  /** Releases something when the call ends; at once where it has ended already. */
  atEnd(release: () => unknown): void {
    if (this.#ended) release();
    else this.#ends.push(release);
  }

  /** Ends the call: releases the last first, and each whatever happens to others. */
  async end(): Promise<void> {
    this.#ended = true;
    const release = this.#ends.pop();
    if (!release) return;
    try {
      await release();
    } finally {
      await this.end();
    }
  }
}

function hangUpOf({ res }: Context): AbortController {
  const made = new AbortController();
  const gone = (): void => {
    if (!res.writableFinished) made.abort(clientGone());
  };
  if (res.closed) gone();
  else res.once('close', gone);
  return made;
}
