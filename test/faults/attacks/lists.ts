import type { Attack } from './attack.ts';
import { oldSends } from './old-sends.ts';

const SENDS = 50;
const TEMPLATE_BYTES = 2 * 2 ** 20;
const AT_ONCE = 6;

export const templateLists: Attack = {
  name: 'lists',
  what: `${AT_ONCE} lists at once of ${SENDS} sends with templates of 2 MiB`,
  lay: async (attacker) => ({
    utrs: await oldSends(attacker, SENDS, (at) => ({
      template_html: `<p>${at}</p>${'<b>&"'.repeat(TEMPLATE_BYTES)}`.slice(0, TEMPLATE_BYTES),
    })),
  }),
  run: (calls) => calls.again(AT_ONCE, () => calls.api(`/single-send/list?limit=${SENDS}`)),
};
