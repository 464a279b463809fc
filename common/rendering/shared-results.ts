import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { keepRecent } from '../cache/recent.ts';
import { now } from '../clock.ts';
import type { TaskFailure } from './child-process.ts';
import { claimRendering, findKept, giveUp, keep } from './kept.ts';
import { type Deferment, type HtmlResult, type MjmlResult, RENDERER_VERSION } from './made.ts';
import { type Pool, PoolFull, type RenderTurn } from './pool.ts';

/** Milliseconds between two checks for another process' result. */
const LOOK_MS = 100;
/** A claim lasts this much longer than the task (milliseconds), because the result must be stored, too. */
const CLAIM_SPARE_MS = 10_000;
/** After so many processes died while rendering a design, the design counts as the cause. */
const MOST_TRIES = 3;
/** Days that a failure is stored which might not occur on another or less busy machine. */
const LIMIT_DAYS = 1;
/** Characters of results that are cached in memory. */
const REMEMBERED = 8 * 2 ** 20;

const REASONS = Object.freeze({
  time: 'it takes too long to render; make it shorter, or use fewer rules and elements.',
  memory: 'it takes too much memory to render; make it shorter, or use fewer rules and elements.',
  broken: 'it ended the renderer several times; make it shorter, or use fewer rules and elements.',
} as const);
const DEADLY: TaskFailure = { failed: 'broken', error: 'the design ended every process', crashed: true };

/** Counts a design in its account's quota, once for all its steps. False: the quota is used up. */
export type Charge = () => Promise<boolean>;

interface SharedTask {
  readonly task: string;
  readonly payload: object;
  readonly account: number;
  readonly charge: Charge;
  /** It continues a design that had its turn. */
  readonly begun?: boolean;
}

/** Results from memory, from the store, or made by a process of this program or another. */
export class SharedResults {
  readonly #pool: Pool;
  readonly #claimMs: number;
  readonly #remembered = keepRecent<object>(REMEMBERED);
  readonly #underWay = new Map<string, Promise<object | Deferment>>();

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#claimMs = pool.longestMs + CLAIM_SPARE_MS;
  }

  of(asked: SharedTask): Promise<object | Deferment> {
    const key = createHash('sha256')
      .update(`${RENDERER_VERSION} ${asked.task} ${JSON.stringify(asked.payload)}`)
      .digest('base64url');
    const known = this.#remembered.get(key);
    if (known) return Promise.resolve(known);
    const same = this.#underWay.get(key);
    if (same) return same;
    const making = this.#make(key, asked)
      .then((made) => {
        if (!isLater(made)) this.#remembered.set(key, made, { size: sizeOf(made) });
        return made;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making;
  }

  async #make(key: string, asked: SharedTask): Promise<object | Deferment> {
    const ends = performance.now() + this.#claimMs;
    for (;;) {
      const found = await findKept(key);
      if (found && 'made' in found) return found.made;
      if (!found || found.until <= now()) {
        const mine = await this.#makeHere(key, asked);
        if (mine) return mine;
      }
      if (performance.now() > ends) return { state: 'later', busy: 'all' };
      await pause(LOOK_MS);
    }
  }

  /** Null: another process was faster. */
  async #makeHere(key: string, asked: SharedTask): Promise<object | Deferment | null> {
    const { task, payload, account, charge, begun } = asked;
    return inTurn(
      this.#pool,
      account,
      async (run) => {
        const claimed = await claimRendering(key, this.#claimMs);
        if (!claimed) return null;
        const { token, tries } = claimed;
        if (!(await charge())) {
          await giveUp(key, token, false);
          return { state: 'later', busy: 'quota' };
        }
        const outcome = tries > MOST_TRIES ? DEADLY : await run(task, payload);
        if ('value' in outcome) {
          await keep(key, token, outcome.value as object);
          return outcome.value as object;
        }
        if (outcome.failed === 'broken' && tries <= MOST_TRIES) {
          await giveUp(key, token, outcome.crashed);
          return { state: 'later', busy: 'all' };
        }
        const failure = failureOf(task, outcome);
        await keep(key, token, failure, LIMIT_DAYS);
        return failure;
      },
      begun,
    );
  }
}

export async function inTurn<Answer>(
  pool: Pool,
  account: number,
  work: (run: RenderTurn) => Promise<Answer>,
  begun = false,
): Promise<Answer | Deferment> {
  try {
    return await pool.inTurn(account, work, begun);
  } catch (error) {
    if (error instanceof PoolFull) return { state: 'later', busy: error.whose };
    throw error;
  }
}

export const isLater = (made: object): made is Deferment => 'state' in made && made.state === 'later';

export const sentenceOf = (failure: TaskFailure): string =>
  failure.failed === 'error' ? `it cannot be rendered: ${failure.error}.` : REASONS[failure.failed];

/** HTML without a text can still be sent: the subject replaces the text. */
const failureOf = (task: string, failure: TaskFailure): MjmlResult | HtmlResult =>
  task === 'text' ? { text: null, empty: false } : { problems: [sentenceOf(failure)] };

/** In characters. */
const sizeOf = (made: object): number =>
  Object.values(made).reduce<number>((sum, one) => sum + String(one).length, 100);
