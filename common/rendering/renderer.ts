import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cached } from '../cache/cached.ts';
import { keepRecent } from '../cache/recent.ts';
import { now } from '../clock.ts';
import type { Config } from '../config.ts';
import { BLANK_TEMPLATE_ID, findTemplate } from '../data/templates.ts';
import { mjmlOf } from '../domain/template-json.ts';
import type { TextPiece } from '../domain/text-template.ts';
import type { Logger } from '../log.ts';
import { takeRender } from '../quotas/renders.ts';
import { believedStanding } from '../quotas/standing.ts';
import type { TaskFailure } from './child-process.ts';
import { claim, findKept, giveUp, keep } from './kept.ts';
import { type HtmlMade, type MjmlMade, RENDERER_VERSION } from './made.ts';
import { createPool, PoolFull, type PoolSettings } from './pool.ts';

/** What an author gives for the look of a mail. The first property that is set counts. */
export interface Design {
  readonly template_id: number;
  readonly template_json: string | null;
  readonly template_html: string | null;
}

/** A rendered design. Placeholders are unchanged. */
export interface Looks {
  readonly html: string;
  /** The text made from the HTML; null when no text could be made. */
  readonly text: readonly TextPiece[] | null;
  /** A mail with it would show only its footer. */
  readonly empty: boolean;
}

/** The result for a design: rendered, failed because of the design, or to be tried again later because of the service. */
export type Rendered =
  | { readonly state: 'done'; readonly looks: Looks }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Later;

/** Not now. `busy` says whose designs take the room, or that the account has used up its quota of this minute. */
export interface Later {
  readonly state: 'later';
  readonly busy: 'account' | 'all' | 'quota';
}

/** The result of a task that is not stored. */
export type Computed =
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Later;

/**
 * Renders designs in child processes that can be killed. Each design is rendered once for all processes. A process has one
 * renderer.
 */
export interface Renderer {
  /** Renders a design for an account. Throws MongoDB's errors. */
  render(design: Design, account: number): Promise<Rendered>;
  /**
   * Runs a task of the pool's own program. The result is not stored. `charged`: it counts in the account's quota
   * `renders_per_minute`, as nothing else limits how often it is asked for.
   */
  compute(task: string, payload: unknown, account: number, charged?: boolean): Promise<Computed>;
  /** Number of processes that render now or may soon. */
  readonly processes: number;
  close(): Promise<void>;
}

/** Milliseconds between two checks whether another process has the result. */
const LOOK_MS = 100;
/** A claim lasts this much longer than the task (milliseconds), because the result must be stored, too. */
const CLAIM_SPARE_MS = 10_000;
/** Processes that may die while they render a design, before the design counts as the cause. */
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

const nothing: Looks = Object.freeze({ html: '', text: [], empty: true });

let child: Pick<PoolSettings, 'file' | 'idleMs'> = {
  file: new URL(`./render-child${extname(import.meta.url)}`, import.meta.url),
};
/** Takes other children for the renderers that are made from now on; for tests. */
export const useRenderChild = (given: typeof child): void => void (child = given);

/** The renderer of a process. `file` is the program of its children. */
export function createRenderer(
  config: Pick<Config, 'rendering' | 'quotas'>,
  log: Logger,
  file = child.file,
): Renderer {
  const { processes, cpuMs, memoryMb, htmlBytes } = config.rendering;
  const pool = createPool({ ...child, file, processes, cpuMs, memoryMb }, log);
  const claimMs = pool.longestMs + CLAIM_SPARE_MS;
  const remembered = keepRecent<object>(REMEMBERED);
  const underWay = new Map<string, Promise<object | Later>>();

  /** The result of a task: from memory, from the store, or made by a process of this program or another. */
  function made(
    task: string,
    payload: object,
    account: number,
    charge: Charge,
    begun = false,
  ): Promise<object | Later> {
    const key = createHash('sha256')
      .update(`${RENDERER_VERSION} ${task} ${JSON.stringify(payload)}`)
      .digest('base64url');
    const known = remembered.get(key);
    if (known) return Promise.resolve(known);
    const same = underWay.get(key);
    if (same) return same;
    const making = make({ key, task, payload, account, charge, begun })
      .then((made) => {
        if (!isLater(made)) remembered.set(key, made, sizeOf(made));
        return made;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  async function make(making: Making): Promise<object | Later> {
    const ends = performance.now() + claimMs;
    for (;;) {
      const found = await findKept(making.key);
      if (found && 'made' in found) return found.made;
      if (!found || found.until <= now()) {
        const mine = await makeHere(making);
        if (mine) return mine;
      }
      if (performance.now() > ends) return { state: 'later', busy: 'all' };
      await pause(LOOK_MS);
    }
  }

  /** Null when another process was faster. */
  async function makeHere({
    key,
    task,
    payload,
    account,
    charge,
    begun,
  }: Making): Promise<object | Later | null> {
    try {
      return await pool.inTurn(
        account,
        async (run) => {
          const claimed = await claim(key, claimMs);
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
    } catch (error) {
      if (error instanceof PoolFull) return { state: 'later', busy: error.whose };
      throw error;
    }
  }

  async function htmlOf(
    { template_id, template_json, template_html }: Design,
    account: number,
    charge: Charge,
  ): Promise<MjmlMade | Later> {
    if (template_html) return { html: template_html };
    const mjml = template_json && mjmlOf(template_json);
    if (mjml) return (await made('mjml', { mjml, most: htmlBytes }, account, charge)) as MjmlMade | Later;
    // The blank template has no HTML; its author fills it.
    return { html: template_id === BLANK_TEMPLATE_ID ? '' : (findTemplate(template_id)?.html_code ?? '') };
  }

  return {
    async render(design, account) {
      const charge = chargeOf(account, config);
      const source = await htmlOf(design, account, charge);
      if (isLater(source)) return source;
      if ('problems' in source) return { state: 'failed', problems: source.problems };
      const { html } = source;
      if (html.trim() === '') return { state: 'done', looks: nothing };
      const known = (await made('text', { html }, account, charge, !design.template_html)) as
        | HtmlMade
        | Later;
      if (isLater(known)) return known;
      if ('problems' in known) return { state: 'failed', problems: known.problems };
      const text = known.text === null ? null : (JSON.parse(known.text) as TextPiece[]);
      return { state: 'done', looks: { html, text, empty: known.empty } };
    },
    async compute(task, payload, account, charged = false) {
      try {
        if (charged && !(await chargeOf(account, config)())) return { state: 'later', busy: 'quota' };
        const outcome = await pool.inTurn(account, (run) => run(task, payload));
        if ('value' in outcome) return { state: 'done', value: outcome.value };
        if (outcome.failed === 'broken') return { state: 'later', busy: 'all' };
        return { state: 'failed', problems: [sentenceOf(outcome)] };
      } catch (error) {
        if (error instanceof PoolFull) return { state: 'later', busy: error.whose };
        throw error;
      }
    },
    get processes() {
      return pool.size;
    },
    close: () => pool.close(),
  };
}

/** Counts a design in its account's quota, once for all its steps. Returns false when the quota is used up. */
type Charge = () => Promise<boolean>;

function chargeOf(account: number, config: Pick<Config, 'quotas'>): Charge {
  return cached(async () => {
    const { limits } = await believedStanding(account, config);
    return takeRender(account, limits.renders_per_minute);
  });
}

/** A task whose result is stored. `begun`: it continues a design that had its turn. */
interface Making {
  readonly key: string;
  readonly task: string;
  readonly payload: object;
  readonly account: number;
  readonly charge: Charge;
  readonly begun: boolean;
}

const DEADLY: TaskFailure = { failed: 'broken', error: 'it ended every process', crashed: true };

const isLater = (made: object): made is Later => 'state' in made && made.state === 'later';

const sentenceOf = (failure: TaskFailure): string =>
  failure.failed === 'error' ? `it can not be rendered: ${failure.error}.` : REASONS[failure.failed];

/** HTML without a text can still be sent: the subject replaces the text. */
const failureOf = (task: string, failure: TaskFailure): MjmlMade | HtmlMade =>
  task === 'text' ? { text: null, empty: false } : { problems: [sentenceOf(failure)] };

/** Characters that a result takes in memory. */
const sizeOf = (made: object): number =>
  Object.values(made).reduce<number>((sum, one) => sum + String(one).length, 100);
