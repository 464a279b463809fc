import type Router from '@koa/router';
import { html } from '../../../common/domain/html.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { sharedReport } from '../../queries/shared-reports.ts';
import { asPage, mannerOf, type Page, showPage } from '../layout.ts';
import { reportPage } from './report.ts';
import { REPORT_STYLE } from './style.ts';

const MANNER = mannerOf(REPORT_STYLE);

/** One page for a link that was never made, has ended or was revoked: it does not tell which. */
const NO_REPORT: Page = {
  status: 404,
  title: 'This link does not work',
  body: html`<p>It may have ended, or it was not copied whole. Please ask for a new one where you got it.</p>`,
};

/** `/report/<token>`: the report of a single send for people without an account (docs/rules.md 19). */
export function reportPages(router: Router, limits: RateLimits): void {
  router.get(
    '/report/:token',
    asPage(async (ctx) => {
      await limits.report(ctx.ip);
      const report = await sharedReport(String(ctx.params.token));
      if (report) showPage(ctx, reportPage(report), MANNER);
      else showPage(ctx, NO_REPORT);
      // A link that is revoked shows nothing more, in any browser.
      ctx.set('Cache-Control', 'no-store');
    }),
  );
}
