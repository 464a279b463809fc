import { type Html, html } from '../../../common/domain/html.ts';
import { bouncesOf, countOfEvent } from '../../../common/domain/mail-details.ts';
import { SEND_STATUS } from '../../../common/models/single-sends.ts';
import type { SharedReport } from '../../services/queries/shared-reports.ts';
import { shownTime } from '../account/shown-time.ts';
import { brandBlock } from '../brand.ts';
import type { Page } from '../layout.ts';
import type { ReportTexts } from '../texts/language.ts';
import { numbersOf } from './numbers.ts';
import { plotOf } from './plot.ts';
import { table } from './tables.ts';

export function reportPage(report: SharedReport, texts: ReportTexts): Page {
  const { send, account, brand, until } = report;
  const { timezone } = account;
  const hasStarted = send.status === SEND_STATUS.running || send.status === SEND_STATUS.completed;
  return {
    lang: texts.language,
    title: send.single_send_name || texts.untitled,
    brand: brandBlock(brand, account.name),
    body: html`
<p>${send.subject}</p>
<p class="soft">${
      send.sent_at && hasStarted ? texts.sent(shownTime(send.sent_at, timezone), timezone) : texts.notYet
    }${send.status === SEND_STATUS.running && ` ${texts.running}`}</p>
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
  numbersOf(texts),
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
  numbersOf(texts),
)}</section>`;
}
