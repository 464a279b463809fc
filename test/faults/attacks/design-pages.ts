import type { Attack } from './attack.ts';
import { inlineStyles, smallQuotations } from './bombs.ts';
import { oldSends } from './old-sends.ts';
import { signIn } from './sign-in.ts';

/** Designs that no page has shown yet, for each kind. */
const PAGES = 60;

export const designPages: Attack = {
  name: 'design-pages',
  what: 'design pages of 48 kB of such HTML and 66 kB of such MJML, each another one',
  async lay(attacker) {
    const html = await oldSends(attacker, PAGES, (at) => ({ template_html: smallQuotations(`page ${at}`) }));
    const mjml = await oldSends(attacker, PAGES, (at) => ({
      template_html: null,
      template_json: inlineStyles(`page ${at}`),
    }));
    return { cookie: [await signIn(attacker)], html, mjml };
  },
  run(calls, { laid: { cookie = [], html = [], mjml = [] } }) {
    const utrs = html.flatMap((utr, at) => [utr, mjml[at]!]);
    return calls.again(4, (at) =>
      calls.call(`/design/${utrs[at % utrs.length]}${at % 4 === 3 ? '/html' : ''}`, {
        headers: { Cookie: cookie[0]! },
      }),
    );
  },
};
