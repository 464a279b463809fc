import { parsePlaceholders } from './placeholders.ts';
import { scanHtml, type UnclosedPart } from './scan-html.ts';
import { openProblem } from './sight-problems.ts';

/** Elements whose contents are HTML or text, which MJML leaves unchanged. */
export const MJML_TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'mj-accordion-text mj-accordion-title mj-breakpoint mj-button mj-carousel-image mj-navbar-link mj-preview mj-raw ' +
    'mj-social-element mj-style mj-table mj-text mj-title'
  ).split(' '),
);

/** Of these, the elements whose contents are not HTML. */
const NO_HTML: ReadonlySet<string> = new Set(['mj-breakpoint', 'mj-preview', 'mj-style', 'mj-title']);

/** The part that HTML in MJML leaves open: MJML takes the elements behind it for its contents. */
const leftOpenIn = (html: string): UnclosedPart | null =>
  html.includes('<') ? scanHtml(parsePlaceholders(html)).leftOpen : null;

const MOST = 10;
const MJML_TAG = /<\/?(mjml|mj-[a-z-]+)(?=[\s/>])/g;
const NAME_END = /[\s/>]/g;

interface OpenTag {
  readonly name: string;
  readonly line: number;
}

/** A sentence for each problem, in linear time. MJML's own parser silently closes open elements and drops those it can't place. */
export const mjmlProblems = (text: string): string[] => new Elements(text).problems();

class Elements {
  readonly #text: string;
  readonly #problems: string[] = [];
  readonly #open: OpenTag[] = [];
  #hasRoot = false;
  #hasBody = false;
  #line = 1;
  #lineEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = text.indexOf('\n');
  }

  problems(): string[] {
    for (let at = 0; this.#problems.length < MOST; ) {
      at = this.#text.indexOf('<', at);
      if (at === -1) break;
      at = this.#tag(at);
    }
    for (const one of this.#open.reverse())
      this.#say(one.line, `<${one.name}> is not closed; write </${one.name}> at its end.`);
    if (this.#problems.length === 0 && !(this.#hasRoot && this.#hasBody)) {
      this.#say(1, 'there is no <mj-body>; a design is one <mjml> element with an <mj-body> in it.');
    }
    return this.#problems;
  }

  #say(where: number, problem: string): void {
    if (this.#problems.length < MOST) this.#problems.push(`line ${where}: ${problem}`);
  }

  /** Call it with ascending offsets. */
  #lineAt(offset: number): number {
    while (this.#lineEnd !== -1 && this.#lineEnd < offset) {
      this.#line += 1;
      this.#lineEnd = this.#text.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** Reads a tag, comment or section from its `<` on. Returns where to continue. */
  #tag(at: number): number {
    const text = this.#text;
    const where = this.#lineAt(at);
    const next = text[at + 1] ?? '';
    if (text.startsWith('<!--', at)) return this.#skip(at + 4, '-->', 'a comment');
    if (text.startsWith('<![CDATA[', at)) return this.#skip(at + 9, ']]>', 'a CDATA section');
    if (next === '!' || next === '?') return this.#skip(at + 2, '>', `<${next}`);
    if (next === '/') {
      const end = this.#skip(at + 2, '>', 'an end tag');
      this.#close(text.slice(at + 2, Math.min(end - 1, at + 66)).trim(), where);
      return end;
    }
    return /[a-z]/i.test(next) ? this.#startTag(at, where) : at + 1;
  }

  /** The offset after `mark`. If it is missing, reports that and returns the end of the text. */
  #skip(from: number, mark: string, what: string): number {
    const end = this.#text.indexOf(mark, from);
    if (end !== -1) return end + mark.length;
    this.#say(this.#lineAt(from), `${what} is not closed; write ${mark} at its end.`);
    return this.#text.length;
  }

  #startTag(from: number, where: number): number {
    const text = this.#text;
    NAME_END.lastIndex = from + 1;
    const nameEnd = NAME_END.exec(text)?.index ?? text.length;
    const name = text.slice(from + 1, Math.min(nameEnd, from + 65));
    const end = tagEnd(text, nameEnd);
    if (end === -1) {
      this.#say(where, `<${name} has no end; write > after its attributes, and close their quotes.`);
      this.#open.length = 0; // these elements are unclosed only because of the problem just reported
      return text.length;
    }
    if (name === 'mj-include')
      this.#say(where, '<mj-include> is not supported; insert the contents of the file.');
    if (this.#open.length === 0 && !(name === 'mjml' && !this.#hasRoot)) {
      this.#say(
        where,
        `<${name}> is outside <mjml>; a design is one <mjml> element with an <mj-body> in it.`,
      );
    }
    if (name === 'mjml') this.#hasRoot = true;
    if (name === 'mj-body') this.#hasBody = true;
    if (text[end - 1] === '/') return end + 1;
    this.#open.push({ name, line: where });
    return MJML_TEXT_ELEMENTS.has(name) ? this.#contents(name, end + 1, where) : end + 1;
  }

  /** Skips the contents of a text element. Returns where they end; its end tag is read next. */
  #contents(name: string, from: number, where: number): number {
    MJML_TAG.lastIndex = from;
    const next = MJML_TAG.exec(this.#text);
    if (next && next[0] === `</${name}`) {
      const left = NO_HTML.has(name) ? null : leftOpenIn(this.#text.slice(from, next.index));
      if (left) this.#say(where, `<${name}>: ${openProblem(left)}`);
      return next.index;
    }
    const place = next ? `before the ${next[0]}> of line ${this.#lineAt(next.index)}` : 'at its end';
    this.#say(where, `<${name}> is not closed; write </${name}> ${place}.`);
    this.#open.pop();
    return next?.index ?? this.#text.length;
  }

  #close(name: string, where: number): void {
    const open = this.#open;
    const mine = open.findLastIndex((one) => one.name === name);
    if (mine === -1) {
      this.#say(where, `</${name}> closes nothing; remove it, or write <${name}> before it.`);
      return;
    }
    for (const one of open.slice(mine + 1).reverse()) {
      this.#say(
        one.line,
        `<${one.name}> is not closed; write </${one.name}> before the </${name}> of line ${where}.`,
      );
      if (this.#problems.length === MOST) break;
    }
    open.length = mine;
  }
}

/** The offset of a start tag's `>`, searched from the end of its name; -1 when it is missing. */
function tagEnd(text: string, from: number): number {
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
