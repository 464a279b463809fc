import type { ReplyRule } from '../rule.ts';
import { codes } from './code-rules.ts';
import { east } from './east.ts';
import { europe } from './europe.ts';
import { filters } from './filters.ts';
import { gmail } from './gmail.ts';
import { microsoft } from './microsoft.ts';
import { events, senderRules } from './senders.ts';
import { afterEvents, beforeEvents } from './texts.ts';
import { yahooAppleComcast } from './yahoo-apple-comcast.ts';

/** THE TABLE of replies, in order. The first rule that fits gives the class (docs/replies.md). */
export const RULES: readonly ReplyRule[] = Object.freeze([
  ...gmail,
  ...microsoft,
  ...yahooAppleComcast,
  ...europe,
  ...east,
  ...filters,
  ...senderRules,
  ...beforeEvents,
  ...afterEvents,
  ...events,
  ...codes,
]);
