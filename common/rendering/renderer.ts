import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { createPool, PoolFull } from './pool.ts';

/** What a mail's author says of its looks; by the first of them that is there. */
export interface Design {
  readonly template_id: number;
  readonly template_json: string | null;
  readonly template_html: string | null;
}

/** A design's looks. Placeholders stand as they were written. */
export interface Looks {
  readonly html: string;
  /** The text made of the HTML; null where it can't be followed. */
  readonly text: readonly TextPiece[] | null;
  /** A mail of it would show its footer alone. */
  readonly empty: boolean;
}

/** What became of a design: it failed for reasons of its own, or is to be tried again later for one of ours. */
export type Rendered =
  | { readonly state: 'done'; readonly looks: Looks }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Later;

/** Not now: `busy` says whose designs take the room, or that the account's quota of a minute is used up. */
export interface Later {
  readonly state: 'later';
  readonly busy: 'account' | 'all' | 'quota';
}

/** What a task that is not kept gave. */
export type Computed =
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Later;

/** Renders designs in processes that can be killed, each once for all processes; one a process. */
export interface Renderer {
  /** A design's looks, for an account. Throws what MongoDB throws. */
  render(design: Design, account: number): Promise<Rendered>;
  /** A task of the pool's own program, its result not kept. */
  compute(task: string, payload: unknown, account: number): Promise<Computed>;
  /** Processes that render now or may soon. */
  readonly processes: number;
  close(): Promise<void>;
}

/** Milliseconds between two looks at what another process works at. */
const LOOK_MS = 100;
/** What a process claims may take this much longer than the task: it is kept, too. */
const CLAIM_SPARE_MS = 10_000;
/** Processes that may die over a design before it counts as the reason. */
const MOST_TRIES = 3;
/** Days that a failure is kept which another machine, or a quieter one, might not have. */
const LIMIT_DAYS = 1;
/** Characters of results that are kept in memory. */
const REMEMBERED = 8 * 2 ** 20;

const REASONS = Object.freeze({
  time: 'it takes too long to render; make it shorter, or use fewer rules and elements.',
  memory: 'it takes too much memory to render; make it shorter, or use fewer rules and elements.',
  broken: 'it ended the renderer several times; make it shorter, or use fewer rules and elements.',
} as const);

const nothing: Looks = Object.freeze({ html: '', text: [], empty: true });

/** The renderer of a process. `file` is its children's program where they do more than render. */
export function createRenderer(
  config: Pick<Config, 'rendering' | 'quotas'>,
  log: Logger,
  file = new URL(`./render-child${extname(import.meta.url)}`, import.meta.url),
): Renderer {
  const { processes, cpuMs, memoryMb, htmlBytes } = config.rendering;
  const pool = createPool({ file, processes, cpuMs, memoryMb }, log);
  const claimMs = pool.longestMs + CLAIM_SPARE_MS;
  const remembered = memory();
  const underWay = new Map<string, Promise<object | Later>>();

  /** What a task makes of an input, from memory, from the store, or by a process of ours or another's. */
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
        if (!isLater(made)) remembered.set(key, made);
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

  /** Null where another process was faster. */
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
    // The blank one is to be filled by its author.
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
    async compute(task, payload, account) {
      try {
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

/** Counts a design against its account's quota, once however many steps it takes; false where none is left. */
type Charge = () => Promise<boolean>;

function chargeOf(account: number, config: Pick<Config, 'quotas'>): Charge {
  let charged: Promise<boolean> | undefined;
  const charge = async (): Promise<boolean> => {
    const { limits } = await believedStanding(account, config);
    return takeRender(account, limits.renders_per_minute);
  };
  return () => (charged ??= charge());
}

/** A task whose result is to be kept. `begun`: it goes on with a design that had its turn. */
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

/** HTML without a text still is a mail: its subject stands in. */
const failureOf = (task: string, failure: TaskFailure): MjmlMade | HtmlMade =>
  task === 'text' ? { text: null, empty: false } : { problems: [sentenceOf(failure)] };

/** Results that were used last, up to some characters. */
function memory() {
  const kept = new Map<string, { made: object; size: number }>();
  let size = 0;
  const drop = (key: string): void => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key: string): object | undefined {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
      }
      return found?.made;
    },
    set(key: string, made: object): void {
      drop(key);
      const bytes = Object.values(made).reduce<number>((sum, one) => sum + String(one).length, 100);
      if (bytes > REMEMBERED / 2) return;
      kept.set(key, { made, size: bytes });
      size += bytes;
      for (const oldest of kept.keys()) {
        if (size <= REMEMBERED) break;
        drop(oldest);
      }
    },
  };
}
