import { type Problem, problem } from './problems.ts';

/** UTF-8 read as Windows-1252, or as Latin-1: `Ã¤`, `â€™`, `Â ` before a sign. */
const MOJIBAKE =
  /\ufffd|Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[™œ\u009d\u0093\u0094“”¦]|Â[\u00a0£©®°»«]/;
const DEFAULT =
  /lorem ipsum|(?:your|add|insert|enter|type|write|edit) (?:your )?(?:text|headline|heading|title) (?:here|goes here)|click (?:here )?to (?:edit|add) (?:this |your )?text|this is a (?:text|paragraph) block|(?:ihr|dein|hier) text (?:hier|eingeben)|text hier (?:eingeben|einfügen)|schreiben sie hier ihren text|replace this text with your html|ersetzen sie diesen text durch ihr html|votre texte ici|remplacez ce texte par votre html|su texto aquí|your company name|\[your name\]/i;

const SHOWN = 80;
const LOOKED_AT = 500_000;

/** The words around a find. */
function around(text: string, at: number): string {
  const from = Math.max(0, at - SHOWN / 4);
  return text
    .slice(from, from + SHOWN)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Problems of a text without markup. `where`: `subject`, `preheader` or `template`. */
export function textProblems(whole: string, where: string): Problem[] {
  const text = whole.slice(0, LOOKED_AT);
  const problems: Problem[] = [];
  const damaged = text.search(MOJIBAKE);
  if (damaged !== -1)
    problems.push(
      problem(
        'text_damaged',
        where,
        `“${around(text, damaged)}” was saved with a wrong encoding. Write it again, in UTF-8.`,
      ),
    );
  const standard = text.search(DEFAULT);
  if (standard !== -1)
    problems.push(
      problem('default_text', where, `“${around(text, standard)}” is a text of an editor. Replace it.`),
    );
  return problems;
}

/** Characters of a subject that phones and lists of mails show hardly ever. */
const LONG_SUBJECT = 120;
const CAPITALS = /\p{Lu}/gu;
const LETTERS = /\p{L}/gu;
/** Letters of a subject that may be capitals alone: a name, an abbreviation. */
const FEW_LETTERS = 12;

export function subjectProblems(subject: string): Problem[] {
  const problems: Problem[] = [];
  // Placeholders are filled later.
  const text = subject.replace(/\(\([^()]*\)\)/g, '').trim();
  if (text.length > LONG_SUBJECT)
    problems.push(
      problem(
        'subject_long',
        'subject',
        `The subject has ${text.length} characters; most mail clients show fewer than ${LONG_SUBJECT}. Shorten it.`,
      ),
    );
  const letters = text.match(LETTERS)?.length ?? 0;
  const capitals = text.match(CAPITALS)?.length ?? 0;
  if ((letters > FEW_LETTERS && capitals > letters * 0.8) || /[!?]{3}/.test(text))
    problems.push(
      problem(
        'subject_loud',
        'subject',
        'The subject shouts. Spam filters distrust capitals and rows of “!”.',
      ),
    );
  return problems;
}
