import type { Attack } from './attack.ts';
import { oldSends } from './old-sends.ts';

const SENDS = 50;
const TEMPLATE_BYTES = 2 * 2 ** 20;
const AT_ONCE = 6;

const largeSends: Attack['lay'] = async (attacker) => ({
  utrs: await oldSends(attacker, SENDS, (at) => ({
    template_html: `<p>${at}</p>${'<b>&"'.repeat(TEMPLATE_BYTES)}`.slice(0, TEMPLATE_BYTES),
  })),
});

/** Connections that ask for details, and for previews. */
const [DETAILS, PREVIEWS] = [130, 20];

export const largeRecords: Attack = {
  name: 'details',
  what: `${DETAILS} details and ${PREVIEWS} previews at once of sends with templates of 2 MiB`,
  lay: largeSends,
  async run(calls, { laid }) {
    const ask = (what: string) => (at: number) =>
      calls.api(`/single-send/${what}?utr=${laid['utrs']![at % SENDS]}`);
    await Promise.all([calls.again(DETAILS, ask('details')), calls.again(PREVIEWS, ask('preview'))]);
  },
};

export const templateLists: Attack = {
  name: 'lists',
  what: `${AT_ONCE} lists at once of ${SENDS} sends with templates of 2 MiB`,
  lay: largeSends,
  run: (calls) => calls.again(AT_ONCE, () => calls.api(`/single-send/list?limit=${SENDS}`)),
};
