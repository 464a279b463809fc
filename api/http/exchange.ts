import { setMaxListeners } from 'node:events';
import type { Context } from 'koa';
import type { Scope } from '../../common/domain/key-scopes.ts';
import type { KeptAnswer } from '../../common/models/idempotency-keys.ts';
import type { ContractRow, EndpointName } from '../contract.ts';
import type { Account } from './account.ts';
import type { AuditedCall } from './audit.ts';
import type { Body, BodyReader, UploadedFile } from './body.ts';
import type { CallTurns } from './call-turns.ts';
import type { Behaviour, Service } from './endpoint.ts';
import { clientGone } from './failures.ts';
import type { IgnoredInputs, StrayInput } from './ignored-inputs.ts';
import type { LateRefusals } from './late-refusals.ts';
import type { ListShare, ListShares } from './list-shares.ts';
import type { GivenRange } from './range.ts';

/** A path at which the contract table is served, with its own authentication. */
export interface Door {
  readonly prefix: string;
  /** Finds the account of a call that changes something or not, and needs this scope of a key. */
  readonly authenticate: (
    ctx: Context,
    service: Service,
    call: { readonly changes: boolean; readonly scope: Scope },
  ) => Promise<Account>;
  readonly reads?: readonly string[];
  /** It serves only these methods. */
  readonly methods?: ReadonlySet<string>;
  /** Its answers are for pages of ours, whose users may be far away. */
  readonly isOfPages?: true;
}

export interface ServedRow {
  readonly name: EndpointName;
  readonly row: ContractRow;
  readonly behaviour: Behaviour<EndpointName>;
  readonly names: ReadonlySet<string>;
  readonly door: Door;
  readonly service: Service;
  readonly bodies: BodyReader;
  readonly shares: ListShares;
  readonly turns: CallTurns;
  readonly refusals: LateRefusals;
}

const NO_FILES: readonly UploadedFile[] = [];

/** One call, from request to answer. The steps of `serve.ts` fill its fields in order. */
export class Exchange {
  readonly ctx: Context;
  readonly served: ServedRow;
  readonly began = performance.now();
  /** Milliseconds that the client takes to send the body; they count for no deadline. */
  bodyMs = 0;
  account!: Account;
  /** The idempotency key. */
  key: string | null = null;
  body: Body | null = null;
  file: UploadedFile | null = null;
  files = NO_FILES;
  /** Before validation. */
  inputs!: Readonly<Record<string, unknown>>;
  strays!: readonly StrayInput[];
  range!: GivenRange;
  /** Set by validation. */
  ignored!: IgnoredInputs;
  audit: AuditedCall | null = null;
  made: unknown;
  /** The stored answer of a call with a key. */
  kept: KeptAnswer | null = null;
  /** Of an answer that is, or may be, large. */
  lane: ListShare | null = null;
  /** The lane is held until the client has read the answer. */
  isCounted = false;
  #ends: (() => unknown)[] = [];
  #receiving: (() => void)[] = [];
  #ended = false;
  #hangUp: AbortController | null = null;

  constructor(ctx: Context, served: ServedRow) {
    this.ctx = ctx;
    this.served = served;
  }

  /** Aborted when the client hangs up early. Created on first use, because most calls are too short to need it. */
  get signal(): AbortSignal {
    this.#hangUp ??= hangUpOf(this.ctx);
    return this.#hangUp.signal;
  }

  /** Calls `release` when the body is read, at the latest when the call ends. A second call of it must do nothing. */
  whenReceived(release: () => void): void {
    this.#receiving.push(release);
    this.atEnd(release);
  }

  received(): void {
    for (const release of this.#receiving.splice(0)) release();
  }

  /** Calls `release` when the call ends; at once if it has ended. */
  atEnd(release: () => unknown): void {
    if (this.#ended) release();
    else this.#ends.push(release);
  }

  /** Releases in reverse order. An error in one release does not skip the others. */
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
  // Each question to the store that is under way listens, and Node.js warns of more than ten.
  setMaxListeners(0, made.signal);
  const gone = (): void => {
    if (!res.writableFinished) made.abort(clientGone());
  };
  if (res.closed) gone();
  else res.once('close', gone);
  return made;
}
