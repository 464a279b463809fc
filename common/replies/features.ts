import type { Verdict } from '../domain/reply-classes.ts';
import { meaningsOf } from './meanings.ts';
import type { ClassifiedReply } from './reply.ts';
import { replyTextOf } from './table.ts';

/** Of what the rules said. */
export const isOfRules = (feature: string): boolean => /^(?:class|rule) /.test(feature);
/** Of codes and stage. */
export const isOfCodes = (feature: string): boolean => /^(?:code|status|kind|stage) /.test(feature);

/**
 * The signs of a reply that weights were learnt for (`learnt.txt`): codes, stage, each word once, meanings of words and which follows which,
 * and what the rules said. At most some 500, because a text is cut at its length.
 */
export function featuresOf(
  reply: ClassifiedReply,
  verdict: Verdict,
  { code, enhanced, words } = replyTextOf(reply),
  meanings = meaningsOf(words),
): string[] {
  const kind = code === null ? 'none' : String(Math.floor(code / 100));
  const subject = enhanced === null ? 'none' : enhanced.slice(0, enhanced.lastIndexOf('.'));
  const found = new Set([
    'any reply',
    `stage ${reply.stage}`,
    `kind ${kind}`,
    `class ${verdict.class}`,
    `rule ${verdict.rule}`,
    `class ${verdict.class} ${subject}`,
    `class ${verdict.class} ${kind} ${reply.stage}`,
  ]);
  if (code !== null) found.add(`code ${code}`).add(`code ${code} ${reply.stage}`);
  if (enhanced !== null) {
    found.add(`status ${enhanced}`).add(`status ${subject}`);
    found.add(`class ${verdict.class} ${enhanced}`);
  }
  for (const word of words.split(' ')) {
    if (word === '' || /^\d+$/.test(word)) continue;
    found.add(word);
  }
  let before = '';
  for (const meaning of meanings) {
    found.add(`@${meaning}`).add(`@${before}>${meaning}`);
    before = meaning;
  }
  return [...found];
}
