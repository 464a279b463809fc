import { type Html, html } from '../../../common/domain/html.ts';
import { localTime } from '../../../common/domain/times.ts';

export const shownTime = (date: Date, timezone: string): Html =>
  html`<time datetime="${date.toISOString()}">${localTime(date, timezone).slice(0, 16)}</time>`;
