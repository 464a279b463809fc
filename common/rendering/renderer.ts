import { extname } from 'node:path';
import { cached } from '../cache/cached.ts';
import type { Config } from '../config.ts';
import { BLANK_TEMPLATE_ID, findTemplate } from '../data/templates.ts';
import { mjmlOf } from '../domain/template-json.ts';
import type { TextPiece } from '../domain/text-template.ts';
import type { Logger } from '../log.ts';
import { believedStatus } from '../quotas/account-status.ts';
import { takeRender } from '../quotas/renders.ts';
import type { Deferment, HtmlResult, MjmlResult } from './made.ts';
import { createPool, type PoolSettings } from './pool.ts';
import { type Charge, inTurn, isLater, SharedResults, sentenceOf } from './shared-results.ts';

/** The first property that is set counts. */
export interface Design {
  readonly template_id: number;
  readonly template_json: string | null;
  readonly template_html: string | null;
}

/** Placeholders are unchanged. */
export interface Looks {
  readonly html: string;
  /** Null: no text could be made from the HTML. */
  readonly text: readonly TextPiece[] | null;
  /** A mail with it would show only its footer. */
  readonly empty: boolean;
}

/** Rendered, failed because of the design, or to retry later because of the service. */
export type RenderResult =
  | { readonly state: 'done'; readonly looks: Looks }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Deferment;

/** The result of a task that is not stored. */
type ComputeResult =
  | { readonly state: 'done'; readonly value: unknown }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Deferment;

/** Renders designs in child processes that can be killed, each once for all processes. A process has one renderer. */
export interface Renderer {
  /** Throws MongoDB's errors. */
  render(design: Design, account: number): Promise<RenderResult>;
  /** The result is not stored. `charged`: it counts in the quota `renders_per_minute`, because nothing else limits it. */
  compute(task: string, payload: unknown, account: number, charged?: boolean): Promise<ComputeResult>;
  readonly processes: number;
  close(): Promise<void>;
}

const nothing: Looks = Object.freeze({ html: '', text: [], empty: true });

let child: Pick<PoolSettings, 'file' | 'idleMs'> = {
  file: new URL(`./render-child${extname(import.meta.url)}`, import.meta.url),
};
/** For tests: the children of renderers created from now on. */
export const useRenderChild = (given: typeof child): void => void (child = given);

/** `file`: the program of its children. */
export function createRenderer(
  config: Pick<Config, 'rendering' | 'quotas'>,
  log: Logger,
  file = child.file,
): Renderer {
  const { processes, cpuMs, memoryMb, htmlBytes } = config.rendering;
  const pool = createPool({ ...child, file, processes, cpuMs, memoryMb }, log);
  const results = new SharedResults(pool);

  async function htmlOf(
    { template_id, template_json, template_html }: Design,
    account: number,
    charge: Charge,
  ): Promise<MjmlResult | Deferment> {
    if (template_html) return { html: template_html };
    const mjml = template_json && mjmlOf(template_json);
    // The blank template has no HTML; its author fills it.
    if (!mjml)
      return { html: template_id === BLANK_TEMPLATE_ID ? '' : (findTemplate(template_id)?.html_code ?? '') };
    const payload = { mjml, most: htmlBytes };
    return (await results.of({ task: 'mjml', payload, account, charge })) as MjmlResult | Deferment;
  }

  return {
    async render(design, account) {
      const charge = chargeOf(account, config);
      const source = await htmlOf(design, account, charge);
      if (isLater(source)) return source;
      if ('problems' in source) return { state: 'failed', problems: source.problems };
      const { html } = source;
      if (html.trim() === '') return { state: 'done', looks: nothing };
      const begun = !design.template_html;
      const known = (await results.of({ task: 'text', payload: { html }, account, charge, begun })) as
        | HtmlResult
        | Deferment;
      if (isLater(known)) return known;
      if ('problems' in known) return { state: 'failed', problems: known.problems };
      const text = known.text === null ? null : (JSON.parse(known.text) as TextPiece[]);
      return { state: 'done', looks: { html, text, empty: known.empty } };
    },
    async compute(task, payload, account, charged = false) {
      if (charged && !(await chargeOf(account, config)())) return { state: 'later', busy: 'quota' };
      const outcome = await inTurn(pool, account, (run) => run(task, payload));
      if ('state' in outcome) return outcome;
      if ('value' in outcome) return { state: 'done', value: outcome.value };
      if (outcome.failed === 'broken') return { state: 'later', busy: 'all' };
      return { state: 'failed', problems: [sentenceOf(outcome)] };
    },
    get processes() {
      return pool.size;
    },
    close: () => pool.close(),
  };
}

function chargeOf(account: number, config: Pick<Config, 'quotas'>): Charge {
  return cached(async () => {
    const { limits } = await believedStatus(account, config);
    return takeRender(account, limits.renders_per_minute);
  });
}
