import type { ScannedHtml, UnclosedPart } from './scan-html.ts';

/** Faults of HTML that keep a mail from showing its footer, a sentence for each. No mail is made of such HTML. */
export const sightProblems = ({
  leftOpen,
  hiddenFrame,
}: Pick<ScannedHtml, 'leftOpen' | 'hiddenFrame'>): string[] => [
  ...(leftOpen ? [openProblem(leftOpen)] : []),
  ...(hiddenFrame === null
    ? []
    : [`<${hiddenFrame}> hides the whole mail; take what hides it out of its attributes and rules.`]),
];

/** Such as `a comment is not closed; write --> at its end: “<!-- …”`. */
export function openProblem({ what, begin }: UnclosedPart): string {
  if (what === 'plaintext') return '<plaintext> can not be closed; take it out.';
  const [name, end] = what === 'comment' ? ['a comment', '-->'] : [`<${what}>`, `</${what}>`];
  return `${name} is not closed; write ${end} at its end: “${begin.replace(/\s+/g, ' ').trim()}”.`;
}
