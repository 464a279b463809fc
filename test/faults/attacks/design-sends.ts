import { SEND_STATUS } from '../../../common/models/single-sends.ts';
import { endsOf } from '../support/ends.ts';
import type { Attack } from './attack.ts';
import { type Bomb, deepLists, htmlAttributes, inlineStyles, quotations, romanNumerals } from './bombs.ts';
import { oldSends, sendOf } from './old-sends.ts';

/** Milliseconds between two sends of a lane. */
const BREATH_MS = 250;
/** Sends with this kind of MJML that were stored before it was refused; one is due every two seconds. */
const OLD = { count: 12, firstMs: 4000, eachMs: 2000 };

/** The input for a design, different each time. */
const inputOf = (bomb: Bomb, salt: string): { template_json: string } | { template_html: string } => {
  const design = bomb(salt);
  return design.startsWith('{') ? { template_json: design } : { template_html: design };
};

function designSends(name: string, what: string, bomb: Bomb): Attack {
  return {
    name,
    what,
    async lay(attacker) {
      const from = Date.now() + OLD.firstMs;
      const utrs = await oldSends(attacker, OLD.count, (at) => ({
        template_html: null,
        ...inputOf(bomb, `old ${at}`),
        status: SEND_STATUS.ready,
        due_at: new Date(from + at * OLD.eachMs),
      }));
      return { utrs };
    },
    run: (calls, attacker) =>
      calls.again(
        4,
        (at) => calls.api('/single/send/create', sendOf(attacker, inputOf(bomb, `new ${at}`))),
        BREATH_MS,
      ),
    judge: (attacker, _, short) => endsOf(attacker, short),
  };
}

/** Sends with small designs that take long or much memory to render. */
export const designSendAttacks: readonly Attack[] = [
  designSends(
    'mjml-inline',
    'sends whose MJML has an inline style of 1,500 rules for 1,500 elements (66 kB)',
    inlineStyles,
  ),
  designSends('mjml-attributes', 'sends whose MJML has 387 kB of mj-html-attributes', htmlAttributes),
  designSends('html-lists', 'sends whose HTML nests 100,000 pairs of <li><p>', deepLists),
  designSends('html-quotations', 'sends whose HTML has 20,000 lines within 390 <blockquote>', quotations),
  designSends('html-numerals', 'sends whose HTML has <ol type="I" start="10000">', romanNumerals),
];
