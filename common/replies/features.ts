import type { Verdict } from '../domain/reply-classes.ts';
import type { ClassifiedReply } from './reply.ts';
import { replyTextOf } from './table.ts';

/** Words that begin with the same letters are one sign more: `rejected`, `rejecting`, `rejection`. */
const STEM = 6;

/**
 * The signs of a reply that weights were learnt for (`learnt.txt`): codes, stage, each word once, and what the rules said. At most some 400,
 * because a text is cut at its length.
 */
export function featuresOf(reply: ClassifiedReply, verdict: Verdict): string[] {
  const { code, enhanced, words } = replyTextOf(reply);
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
  if (code !== null) found.add(`code ${code}`);
  if (enhanced !== null) found.add(`status ${enhanced}`).add(`status ${subject}`);
  for (const word of words.split(' ')) {
    if (word === '' || /^\d+$/.test(word)) continue;
    found.add(word);
    if (word.length > STEM) found.add(`${word.slice(0, STEM)}*`);
  }
  return [...found];
}
