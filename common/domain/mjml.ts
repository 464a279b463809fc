import mjml2html from 'mjml';
import { mjmlProblems } from './mjml-structure.ts';

/** HTML of an MJML text; `html` is empty when there is none to be had. `errors` are for the template's author. */
export interface CompiledMjml {
  readonly html: string;
  /** A sentence each, that begins with the line. */
  readonly errors: readonly string[];
}

/** Errors that are told at once. */
const MOST = 10;

/** What MJML's validator says, and what we make of it; a value with a placeholder in it is not known yet. */
const WORDS: readonly [RegExp, (tag: string, ...found: string[]) => string | null][] = [
  [
    /^Element \S+ doesn't exist/,
    (tag) => `<${tag}> is no element of MJML; use one that is, or put HTML into <mj-text>.`,
  ],
  [/^Attributes? (.+) (?:is|are) illegal$/, (tag, names) => `<${tag}> has no attribute ${names}; remove it.`],
  [
    /^Attribute (\S+) has invalid value: ([^]*) for type (.*?)\s*$/,
    (tag, name, value, type) =>
      value.includes('((')
        ? null
        : `the attribute ${name} of <${tag}> can not be "${cut(value)}"; write a ${type}.`,
  ],
  [
    /^(\S+) cannot be used inside (\S+), only inside: (.*)$/,
    (_, inner, outer, allowed) =>
      `<${inner}> can not stand in <${outer}>; put it into ${allowed.replaceAll(', ', ' or ')}.`,
  ],
];

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** MJML's limits of recursion come as a RangeError. */
const DEEP = 'its elements nest too deep; take some of the levels out.';

function sentence({ line, message, tagName }: { line: number; message: string; tagName: string }): string[] {
  for (const [shape, say] of WORDS) {
    const found = shape.exec(message);
    if (!found) continue;
    const said = say(cut(tagName), ...found.slice(1).map((one) => one ?? ''));
    return said === null ? [] : [`line ${line}: ${said}`];
  }
  return [`line ${line}: ${cut(message)} (<${cut(tagName)}>).`];
}

/**
 * Compiles MJML. Includes are off and it reads no files, no configuration and no network; placeholders pass through.
 * Never throws: what is wrong with the text is in `errors`. May take minutes and gigabytes: for processes that can be killed.
 */
export async function compileMjml(mjmlText: string): Promise<CompiledMjml> {
  try {
    const problems = mjmlProblems(mjmlText);
    if (problems.length > 0) return { html: '', errors: problems };
    const { html, errors } = await mjml2html(mjmlText, {
      ignoreIncludes: true,
      // MJML would link Google's fonts wherever a design names one of theirs: no mail of ours asks another host.
      fonts: {},
      keepComments: false,
      useMjmlConfigOptions: false,
      validationLevel: 'soft',
    });
    const said = errors.flatMap(sentence);
    return said.length > 0 ? { html: '', errors: said.slice(0, MOST) } : { html, errors: [] };
  } catch (error) {
    if (error instanceof RangeError) return { html: '', errors: [DEEP] };
    return {
      html: '',
      errors: [`MJML can not read it: ${cut(error instanceof Error ? error.message : String(error))}.`],
    };
  }
}
