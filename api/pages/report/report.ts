import type Router from '@koa/router';
import { type Html, html } from '../../../common/domain/html.ts';
import { bouncesOf, countOfEvent } from '../../../common/domain/mail-details.ts';
import { readablePlaceholders } from '../../../common/domain/placeholders.ts';
import { SEND_STATUS } from '../../../common/models/single-sends.ts';
import { cityOf } from '../../../shared/time-zones.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { type SharedReport, sharedReport } from '../../services/queries/shared-reports.ts';
import { shownTime } from '../account/fields.ts';
import { brandBlock } from '../brand.ts';
import { asPage, mannerOf, type Page, showPage } from '../layout.ts';
import { type ReportTexts, reportTexts } from '../texts/language.ts';
import { numbersOf, table } from './numbers.ts';
import { plotOf } from './plot.ts';
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
      else showPage(ctx, { status: 404, ...texts.gone });
      // A browser must not show a revoked report from its cache.
      ctx.set('Cache-Control', 'no-store');
    }),
  );
}

function reportPage(report: SharedReport, texts: ReportTexts): Page {
  const { send, account, brand, until, isStopped } = report;
  const { timezone } = account;
  const hasStarted = send.status === SEND_STATUS.running || send.status === SEND_STATUS.completed;
  return {
    title: send.single_send_name || texts.untitled,
    brand: brandBlock(brand, account.name),
    body: html`
<p>${readablePlaceholders(send.subject)}</p>
<p class="soft">${
      send.sent_at && hasStarted
        ? texts.sent(shownTime(send.sent_at, timezone), cityOf(timezone))
        : texts.notYet
    }${hasStarted && isStopped && ` ${texts.cancelled}`}${send.status === SEND_STATUS.running && !isStopped && ` ${texts.running}`}</p>
${hasStarted && figuresOf(report, texts)}
${hasStarted && trackedOf(report, texts)}
${hasStarted && domainsOf(report, texts)}
<section><p class="soft">${texts.until(shownTime(until, timezone))}</p></section>`,
  };
}

const isTracked = ({ send }: SharedReport): boolean => (send.tracking ?? 1) === 1;

function figuresOf(report: SharedReport, texts: ReportTexts): Html {
  const { figures, recipients } = report;
  const { accepted, bounced, unique_opens, unique_clicks, unsubscribes, complaints, pending, deferred } =
    figures;
  const waiting = pending + deferred;
  const { count, share } = numbersOf(texts);
  const ofRecipients = (value: number): string => texts.ofRecipients(share(value, recipients));
  const ofDelivered = (value: number): string => texts.ofDelivered(share(value, accepted));
  const figure = (name: string, value: number, hint = ''): Html =>
    html`<div><dt>${name}</dt><dd class="value">${count(value)}</dd>${hint !== '' && html`<dd class="soft">${hint}</dd>`}</div>`;
  return html`<section aria-labelledby="figures"><h2 id="figures">${texts.figures}</h2>
<dl class="figures">
${figure(texts.recipients, recipients)}
${figure(texts.delivered, accepted, ofRecipients(accepted))}
${isTracked(report) && figure(texts.opened, unique_opens, ofDelivered(unique_opens))}
${isTracked(report) && figure(texts.clicked, unique_clicks, ofDelivered(unique_clicks))}
${figure(texts.bounced, bounced, ofRecipients(bounced))}
${figure(texts.unsubscribed, unsubscribes, ofDelivered(unsubscribes))}
${figure(texts.complained, complaints, ofDelivered(complaints))}
${waiting > 0 && figure(texts.waiting, waiting, ofRecipients(waiting))}
</dl></section>`;
}

function trackedOf(report: SharedReport, texts: ReportTexts): Html | false {
  const { plot, links, account } = report;
  return (
    isTracked(report) &&
    html`<section aria-labelledby="times"><h2 id="times">${texts.plot.title}</h2>
${plotOf(plot, account.timezone, texts)}</section>
${
  links.length > 0 &&
  html`<section class="long" aria-labelledby="links"><h2 id="links">${texts.links}</h2>
${table(
  texts.links,
  [texts.address, texts.people, texts.clicks],
  links.map(({ url, counts: [people, clicks] }) => ({ name: url, numbers: [people, clicks] })),
  texts,
)}</section>`
}`
  );
}

function domainsOf(report: SharedReport, texts: ReportTexts): Html | false {
  const { domains } = report;
  if (domains.length === 0) return false;
  const withTracked = isTracked(report) ? [texts.opened, texts.clicked] : [];
  return html`<section class="long" aria-labelledby="domains"><h2 id="domains">${texts.domains}</h2>
${table(
  texts.domains,
  [texts.domain, texts.delivered, ...withTracked, texts.bounced],
  domains.map(({ domain, counts }) => ({
    name: domain ?? texts.others,
    numbers: [
      countOfEvent(counts, 'accepted'),
      ...(isTracked(report) ? [countOfEvent(counts, 'opened'), countOfEvent(counts, 'clicked')] : []),
      bouncesOf(counts),
    ],
  })),
  texts,
)}</section>`;
}
