import type { MailProblem } from '../../../client/src/index.ts';
import type { Texts } from '../texts/texts.ts';

/** The part of a mail that a check names, by its code. */
const NAMED: Partial<Record<MailProblem['code'], RegExp>> = {
  placeholder_unknown: /^(.+?) in the (?:subject|preheader|template) shows/s,
  placeholder_foreign: /^(.+?) in the (?:subject|preheader|template) shows/s,
  text_damaged: /^(“.+”)/s,
  default_text: /^(“.+”)/s,
  text_contrast: /^(“.+”) can hardly/s,
  text_hidden: /^(“.+”) (?:is hidden|has the size 0)\./s,
  spam_score: /: (.+)\.$/s,
};
const SUPPORT = /^(.+) is not shown by (.+) \(\S+\)\.$/s;
const MEANT = /\((\([\w|…]+\))\)[?.]$/;
const MORE = /^There are (\d+) more problems of this kind\.$/;

/** A finding in the words of the console. */
export function checkTextOf({ code, text }: Pick<MailProblem, 'code' | 'text'>, texts: Texts): string {
  const more = MORE.exec(text);
  if (more) return texts.campaignsPage.compose.moreAlike(Number(more[1]));
  const say = Object.hasOwn(texts.checkTexts, code) ? texts.checkTexts[code] : texts.checkTexts.not_checked;
  const support = code === 'client_support' ? SUPPORT.exec(text) : null;
  const named = support ? `${support[1]} (${support[2]})` : (NAMED[code]?.exec(text)?.[1] ?? '');
  const meant = MEANT.exec(text)?.[1];
  return say(named, meant === undefined ? '' : `(${meant})`);
}

/** A warning of a save, which is about a placeholder. */
export const warningOf = (text: string, texts: Texts): string =>
  checkTextOf(
    { code: text.includes(' shows nothing.') ? 'placeholder_unknown' : 'placeholder_foreign', text },
    texts,
  );
