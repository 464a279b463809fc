import { type Html, html } from '../../../common/domain/html.ts';
import type { JsonSchema } from '../../http/json-schema.ts';

/** Turns text between backticks into `code`, and `[text](address)` into a link. */
export const marked = (text: string): Html => {
  const parts = text.split('`');
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : linked(part)))}`;
};

const linked = (text: string): Html => {
  // The split puts the text and the address of each link after the text before it.
  const parts = text.split(/\[([^\]]+)\]\(([^)]+)\)/);
  return html`${parts.map((part, at) => {
    if (at % 3 === 0) return part;
    return at % 3 === 1 && html`<a href="${parts[at + 1]}">${part}</a>`;
  })}`;
};

export const anchorOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const recordAnchor = (name: string): string => `record-${anchorOf(name)}`;

/** A block of code that can also be scrolled by keyboard. */
export const code = (label: string, text: string): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${coloured(text)}</code></pre></div>`;

/** Texts (with the colon after a JSON key) and comments: enough for the three languages and JSON. */
const MARKS = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(:?)|(^#.*| (?:#|\/\/) .*)$/gm;

function coloured(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: all, 1: quoted, 2: colon, 3: comment, index } of text.matchAll(MARKS)) {
    const marked = comment ? html`<i>${comment}</i>` : colon ? html`${all}` : html`<b>${quoted}</b>`;
    parts.push(html`${text.slice(end, index)}${marked}`);
    end = index + all.length;
  }
  return html`${parts}${text.slice(end)}`;
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', array: 'list', object: 'object' };

const joined = (parts: readonly Html[], by: string): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html`${by}${part}`))}`;

export function typeOf(schema: JsonSchema): Html {
  const { $ref, type, enum: words, const: only, anyOf, items, additionalProperties } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1)!;
    return html`<a href="#${recordAnchor(name)}">${name}</a>`;
  }
  if (words) {
    return joined(
      words.map((word) => html`<code>${String(word)}</code>`),
      ' · ',
    );
  }
  if (only !== undefined) return html`<code>${String(only)}</code>`;
  if (anyOf) return joined(anyOf.map(typeOf), ' or ');
  if (schema.format === 'binary') return html`file`;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  const named = types.map((one) => {
    if (one === 'array' && items) return html`list of ${typeOf(items)}`;
    if (one === 'object' && typeof additionalProperties === 'object') return html`object by name`;
    if (one === 'string' && schema.format === 'email') return html`e-mail address`;
    if (one === 'string' && schema.format === 'date-time') return html`timestamp`;
    return html`${WORDS[one] ?? one}`;
  });
  return joined(named, ' or ');
}

/** The introduction states this maximum once for all texts. */
const USUAL_LENGTH = 255;

export function boundsOf({ minLength = 0, maxLength, minimum, maximum, maxItems }: JsonSchema): string {
  const bounds = [
    minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined &&
      maxLength > USUAL_LENGTH &&
      `at most ${maxLength.toLocaleString('en')} characters`,
    maximum !== undefined && maximum < 1e12 && `${minimum ?? 0} to ${maximum.toLocaleString('en')}`,
    maxItems !== undefined && `at most ${maxItems.toLocaleString('en')} items`,
  ];
  return bounds.filter((bound) => bound !== false).join(', ');
}
