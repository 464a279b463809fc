import { type Html, html } from '../../../common/domain/html.ts';
import { bouncesOf, countOf } from '../../../common/domain/mail-details.ts';
import { SEND_STATUS } from '../../../common/models/single-sends.ts';
import type { SharedReport } from '../../queries/shared-reports.ts';
import { shownTime } from '../account/shown-time.ts';
import { brandBlock } from '../brand.ts';
import type { Page } from '../layout.ts';
import { plotOf } from './plot.ts';
import { number, percent, table } from './tables.ts';

/** The page of a report that is shared. */
export function reportPage(report: SharedReport): Page {
  const { send, account, brand, until } = report;
  const { timezone } = account;
  const hasStarted = send.status === SEND_STATUS.running || send.status === SEND_STATUS.completed;
  return {
    title: send.single_send_name || 'Report of a campaign',
    brand: brandBlock(brand, account.name),
    body: html`
<p>${send.subject}</p>
<p class="soft">${
      send.sent_at && hasStarted
        ? html`Sent ${shownTime(send.sent_at, timezone)}. Times are those of ${timezone}.`
        : 'It has not gone out yet.'
    }${send.status === SEND_STATUS.running && ' It is going out now, and the figures grow.'}</p>
${hasStarted && figuresOf(report)}
${hasStarted && trackedOf(report)}
${hasStarted && domainsOf(report)}
<section><p class="soft">This page has figures only, and no data of recipients. Its link works until ${shownTime(until, timezone)}.</p></section>`,
  };
}

const isTracked = ({ send }: SharedReport): boolean => (send.tracking ?? 1) === 1;

function figuresOf(report: SharedReport): Html {
  const { figures, recipients } = report;
  const { accepted, bounced, unique_opens, unique_clicks, unsubscribes, complaints, pending, deferred } =
    figures;
  const waiting = pending + deferred;
  const ofRecipients = (value: number): string => `${percent(value, recipients)} of recipients`;
  const ofDelivered = (value: number): string => `${percent(value, accepted)} of delivered`;
  return html`<section aria-labelledby="figures"><h2 id="figures">Figures</h2>
<dl class="figures">
${figure('Recipients', recipients)}
${figure('Delivered', accepted, ofRecipients(accepted))}
${isTracked(report) && figure('Opened', unique_opens, ofDelivered(unique_opens))}
${isTracked(report) && figure('Clicked', unique_clicks, ofDelivered(unique_clicks))}
${figure('Bounced', bounced, ofRecipients(bounced))}
${figure('Unsubscribed', unsubscribes, ofDelivered(unsubscribes))}
${figure('Reported as spam', complaints, ofDelivered(complaints))}
${waiting > 0 && figure('Still to go', waiting, ofRecipients(waiting))}
</dl></section>`;
}

const figure = (name: string, value: number, hint = ''): Html =>
  html`<div><dt>${name}</dt><dd class="value">${number(value)}</dd>${hint !== '' && html`<dd class="soft">${hint}</dd>`}</div>`;

/** Openings, clicks and links; of a mail that is not tracked nothing is known of them. */
function trackedOf(report: SharedReport): Html | false {
  const { plot, links, account } = report;
  return (
    isTracked(report) &&
    html`<section aria-labelledby="times"><h2 id="times">Openings and clicks over time</h2>
${plotOf(plot, account.timezone)}</section>
${
  links.length > 0 &&
  html`<section class="long" aria-labelledby="links"><h2 id="links">Links</h2>
${table(
  'Links',
  ['Address', 'People', 'Clicks'],
  links.map(({ url, counts: [people, clicks] }) => ({ name: url, numbers: [people, clicks] })),
)}</section>`
}`
  );
}

function domainsOf(report: SharedReport): Html | false {
  const { domains } = report;
  if (domains.length === 0) return false;
  const withTracked = isTracked(report) ? ['Opened', 'Clicked'] : [];
  return html`<section class="long" aria-labelledby="domains"><h2 id="domains">Recipient domains</h2>
${table(
  'Recipient domains',
  ['Domain', 'Delivered', ...withTracked, 'Bounced'],
  domains.map(({ domain, counts }) => ({
    name: domain ?? 'All others',
    numbers: [
      countOf(counts, 'accepted'),
      ...(isTracked(report) ? [countOf(counts, 'opened'), countOf(counts, 'clicked')] : []),
      bouncesOf(counts),
    ],
  })),
)}</section>`;
}
