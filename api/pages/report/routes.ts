import type Router from '@koa/router';
import type { RateLimits } from '../../http/rate-limits.ts';
import { sharedReport } from '../../services/queries/shared-reports.ts';
import { asPage, mannerOf, showPage } from '../layout.ts';
import { reportTexts } from '../texts/language.ts';
import { reportPage } from './report.ts';
import { REPORT_STYLE } from './style.ts';

const MANNER = mannerOf(REPORT_STYLE);

/** `/report/<token>`: the report of a single send for people without an account (docs/rules.md 19). */
export function reportPages(router: Router, limits: RateLimits): void {
  router.get(
    '/report/:token',
    asPage(async (ctx) => {
      await limits.report(ctx.ip);
      const report = await sharedReport(String(ctx.params.token));
      const texts = reportTexts(ctx);
      if (report) showPage(ctx, reportPage(report, texts), MANNER);
      // One page for an unknown, an expired and a revoked link, so that it does not reveal which.
      else showPage(ctx, { lang: texts.language, status: 404, ...texts.gone });
      // A browser must not show a revoked report from its cache.
      ctx.set('Cache-Control', 'no-store');
    }),
  );
}
