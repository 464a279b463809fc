import mjml2html from 'mjml';
import { mjmlProblems } from './mjml-structure.ts';

const MOST = 10;

/** Our texts for those of MJML's validator. An attribute value with a placeholder is unknown, so it is not an error. */
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
      `<${inner}> is not allowed in <${outer}>; put it into ${allowed.replaceAll(', ', ' or ')}.`,
  ],
];

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** MJML throws a RangeError when elements nest too deep. */
const DEEP = 'its elements nest too deep; remove some levels.';

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
 * Compiles MJML without includes, files, configuration and network. Placeholders stay unchanged. It never throws; problems of the text are
 * in `errors`, a sentence for each, and `html` is empty then. It may take minutes and gigabytes, so call it only in processes that can be killed.
 */
export async function compileMjml(mjmlText: string): Promise<{ html: string; errors: readonly string[] }> {
  try {
    const problems = mjmlProblems(mjmlText);
    if (problems.length > 0) return { html: '', errors: problems };
    const { html, errors } = await mjml2html(mjmlText, {
      ignoreIncludes: true,
      // MJML would link Google's fonts when a design names one of them. Our mails must not load anything from other hosts.
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
      errors: [
        `MJML can not parse the design: ${cut(error instanceof Error ? error.message : String(error))}.`,
      ],
    };
  }
}
