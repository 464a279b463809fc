import type { ScannedHtml, UnclosedPart } from './scan-html.ts';

/** Faults of HTML that keep a mail from showing its footer, a sentence for each. Such HTML is not sent. */
export const sightProblems = ({
  leftOpen,
  hiddenFrame,
}: Pick<ScannedHtml, 'leftOpen' | 'hiddenFrame'>): string[] => [
  ...(leftOpen ? [openProblem(leftOpen)] : []),
  ...(hiddenFrame === null
    ? []
    : [`<${hiddenFrame}> hides the whole mail; remove the attribute or rule that hides it.`]),
];

/** Such as `a comment is not closed; write --> at its end: “<!-- …”`. */
export function openProblem({ what, begin }: UnclosedPart): string {
  if (what === 'plaintext') return '<plaintext> can not be closed; remove it.';
  const [name, end] = what === 'comment' ? ['a comment', '-->'] : [`<${what}>`, `</${what}>`];
  return `${name} is not closed; write ${end} at its end: “${begin.replace(/\s+/g, ' ').trim()}”.`;
}
