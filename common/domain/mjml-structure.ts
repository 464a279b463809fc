import { parsePlaceholders } from './placeholders.ts';
import { type LeftOpen, scanHtml } from './scan-html.ts';
import { openProblem } from './sight-problems.ts';

/** Elements whose contents are HTML or text, which MJML leaves unchanged. */
export const MJML_TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-breakpoint',
  'mj-button',
  'mj-carousel-image',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
]);

/** Of these, the elements whose contents are no HTML. */
const NO_HTML: ReadonlySet<string> = new Set(['mj-breakpoint', 'mj-preview', 'mj-style', 'mj-title']);

/** What HTML in MJML leaves open: MJML takes the elements behind it for its contents. */
const leftOpenIn = (html: string): LeftOpen | null =>
  html.includes('<') ? scanHtml(parsePlaceholders(html)).leftOpen : null;

/** Problems that are reported at once. */
const MOST = 10;
const MJML_TAG = /<\/?(mjml|mj-[a-z-]+)(?=[\s/>])/g;
const NAME_END = /[\s/>]/g;

interface Open {
  readonly name: string;
  readonly line: number;
}

/**
 * What is wrong with the elements of an MJML text, a sentence for each problem. MJML's own parser silently closes open
 * elements and drops those it can't place. Linear in the length.
 */
export function mjmlProblems(text: string): string[] {
  const problems: string[] = [];
  const open: Open[] = [];
  const seen = { root: false, body: false };
  let at = 0;
  let line = 1;
  let lineEnd = text.indexOf('\n');

  /** Call it with ascending offsets. */
  function lineAt(offset: number): number {
    while (lineEnd !== -1 && lineEnd < offset) {
      line += 1;
      lineEnd = text.indexOf('\n', lineEnd + 1);
    }
    return line;
  }

  const say = (where: number, problem: string): void => {
    if (problems.length < MOST) problems.push(`line ${where}: ${problem}`);
  };

  /** The offset after `mark`. If it is missing, reports that and returns the end of the text. */
  function skip(from: number, mark: string, what: string): number {
    const end = text.indexOf(mark, from);
    if (end !== -1) return end + mark.length;
    say(lineAt(from), `${what} is not closed; write ${mark} at its end.`);
    return text.length;
  }

  /** The offset of a start tag's `>`, searched from the end of its name; -1 when it is missing. */
  function tagEnd(from: number): number {
    for (let here = from; here < text.length; here += 1) {
      const c = text[here]!;
      if (c === '>') return here;
      if (c !== '"' && c !== "'") continue;
      const quote = text.indexOf(c, here + 1);
      if (quote === -1) return -1;
      here = quote;
    }
    return -1;
  }

  function close(name: string, where: number): void {
    const last = open.at(-1);
    if (last?.name === name) {
      open.pop();
      return;
    }
    const mine = open.findLastIndex((one) => one.name === name);
    if (mine === -1) {
      say(where, `</${name}> closes nothing; remove it, or write <${name}> before it.`);
      return;
    }
    for (const one of open.slice(mine + 1).reverse()) {
      say(
        one.line,
        `<${one.name}> is not closed; write </${one.name}> before the </${name}> of line ${where}.`,
      );
      if (problems.length === MOST) break;
    }
    open.length = mine;
  }

  /** Skips the contents of a text element. Returns where they end; its end tag is read next. */
  function contents(name: string, from: number, where: number): number {
    MJML_TAG.lastIndex = from;
    const next = MJML_TAG.exec(text);
    if (next && next[0] === `</${name}`) {
      const left = NO_HTML.has(name) ? null : leftOpenIn(text.slice(from, next.index));
      if (left) say(where, `<${name}>: ${openProblem(left)}`);
      return next.index;
    }
    say(
      where,
      next
        ? `<${name}> is not closed; write </${name}> before the ${next[0]}> of line ${lineAt(next.index)}.`
        : `<${name}> is not closed; write </${name}> at its end.`,
    );
    open.pop();
    return next?.index ?? text.length;
  }

  function startTag(from: number, where: number): number {
    NAME_END.lastIndex = from + 1;
    const nameEnd = NAME_END.exec(text)?.index ?? text.length;
    const name = text.slice(from + 1, Math.min(nameEnd, from + 65));
    const end = tagEnd(nameEnd);
    if (end === -1) {
      say(where, `<${name} has no end; write > behind its attributes, and close their quotes.`);
      open.length = 0; // these elements are unclosed only because of the problem just reported
      return text.length;
    }
    if (name === 'mj-include') {
      say(where, '<mj-include> is not read here; write the contents of the file in its place.');
    }
    if (open.length === 0 && !(name === 'mjml' && !seen.root)) {
      say(where, `<${name}> stands outside <mjml>; a design is one <mjml> element with an <mj-body> in it.`);
    }
    if (name === 'mjml') seen.root = true;
    if (name === 'mj-body') seen.body = true;
    if (text[end - 1] === '/') return end + 1;
    open.push({ name, line: where });
    return MJML_TEXT_ELEMENTS.has(name) ? contents(name, end + 1, where) : end + 1;
  }

  while (at < text.length && problems.length < MOST) {
    at = text.indexOf('<', at);
    if (at === -1) break;
    const where = lineAt(at);
    const next = text[at + 1] ?? '';
    if (text.startsWith('<!--', at)) at = skip(at + 4, '-->', 'a comment');
    else if (text.startsWith('<![CDATA[', at)) at = skip(at + 9, ']]>', 'a CDATA section');
    else if (next === '!' || next === '?') at = skip(at + 2, '>', `<${next}`);
    else if (next === '/') {
      const end = skip(at + 2, '>', 'an end tag');
      close(text.slice(at + 2, Math.min(end - 1, at + 66)).trim(), where);
      at = end;
    } else if (/[a-z]/i.test(next)) at = startTag(at, where);
    else at += 1;
  }
  for (const one of open.reverse())
    say(one.line, `<${one.name}> is not closed; write </${one.name}> at its end.`);
  if (problems.length === 0 && !(seen.root && seen.body)) {
    say(1, 'there is no <mj-body>; a design is one <mjml> element with an <mj-body> in it.');
  }
  return problems;
}
