import { templateJsonProblem } from '../../common/domain/template-json.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { configuredLimits, input, refuse } from '../http/inputs.ts';
import { stated } from '../http/typed-input.ts';

/** The longest header line (RFC 5322, 2.1.1). */
export const SUBJECT_MAX = 998;

/** A design's text, trimmed only. */
export const designCode = stated(
  input.custom((value: unknown, helpers) => {
    if (value === null || value === undefined) return '';
    if (typeof value !== 'string' && typeof value !== 'number')
      return refuse(helpers, texts.format, 'Write one text.');
    const given = String(value);
    const limit = configuredLimits(helpers).template;
    return Buffer.byteLength(given) > limit ? refuse(helpers, (key) => texts.max(key, limit)) : given.trim();
  }),
  ({ template }) => ({ type: 'string', maxLength: template }),
);

/** MJML in a JSON document; see `mjmlOf`. A blank one is `''`, which clears it. */
export const templateJson = designCode.custom((value: string, helpers) => {
  const problem = value === '' ? null : templateJsonProblem(value);
  return problem === null ? value : refuse(helpers, texts.format, problem);
});

/** HTML; only without a `template_json`. */
export const templateHtml = designCode.custom((value: string, helpers) => {
  const [{ template_json: other }] = helpers.state.ancestors as [Record<string, unknown>];
  const both = value !== '' && typeof other === 'string' && other !== '';
  return both ? refuse(helpers, (key) => texts.emptyWhen(key, 'template_json')) : value;
});

/** Bytes of a plain-text part: with the longest template, it fits into a body. */
const textBytes = ({ template }: { template: number }): number => Math.floor(template / 16);

/** The plain-text part. Without it the text is made from the HTML. */
export const templateText = stated(
  designCode.custom((value: string, helpers) => {
    const limit = textBytes(configuredLimits(helpers));
    return Buffer.byteLength(value) > limit ? refuse(helpers, (key) => texts.max(key, limit)) : value;
  }),
  (limits) => ({ type: 'string', maxLength: textBytes(limits) }),
);

interface TemplateCodes {
  template_json: string | null;
  template_html: string | null;
  template_text?: string | null;
}

const bytesOf = (code: string): number => Buffer.byteLength(code);

/** A given code replaces the other one. Without either, both keep their values, as does a text that is not given. */
export function templateCodesOf(
  input: { template_json?: string; template_html?: string; template_text?: string },
  before: TemplateCodes | null,
): TemplateCodes & { design_bytes: number } {
  const json = input.template_json ?? (input.template_html ? '' : (before?.template_json ?? ''));
  const html = input.template_html ?? (input.template_json ? '' : (before?.template_html ?? ''));
  const text = input.template_text ?? before?.template_text ?? '';
  return {
    template_json: json || null,
    template_html: html || null,
    template_text: text || null,
    design_bytes: bytesOf(json) + bytesOf(html) + bytesOf(text),
  };
}
