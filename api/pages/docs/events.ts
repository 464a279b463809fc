import { EVENT_TYPES } from '../../../common/domain/event-types.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { WEBHOOK_EVENTS } from '../../openapi/webhook-events.ts';
import { anchorOf, code, marked } from './text.ts';

const TIMESTAMP = '2026-11-25T08:00:00.000000Z';

const eventAnchor = (type: string): string => `event-${anchorOf(type)}`;

export const eventLinks = EVENT_TYPES.map((type) => [eventAnchor(type), type] as const);

export const eventSections = (): Html => html`<section id="events">
<h2><a class="anchor" href="#events">Events</a></h2>
<p>The events that <a href="#webhooks">webhooks</a> receive: the body of a call with one event.</p>
${EVENT_TYPES.map((type) => {
  const { when, example } = WEBHOOK_EVENTS[type];
  const { id, data } = example;
  return html`<article class="record" id="${eventAnchor(type)}">
<h3><a class="anchor" href="#${eventAnchor(type)}">${type}</a></h3>
<p>${marked(when)}</p>
${code(`Example of ${type}`, JSON.stringify({ id, type, timestamp: TIMESTAMP, data }, null, 2))}
</article>
`;
})}</section>
`;
