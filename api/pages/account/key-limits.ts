import { DateTime } from 'luxon';
import { type KeyLimits, limitsOfKey } from '../../../common/accounts/key-pairs.ts';
import { now } from '../../../common/clock.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import { isScope, SCOPES } from '../../../common/domain/key-scopes.ts';
import { spanOf } from '../../../common/domain/networks.ts';
import { isLonger } from '../../../common/domain/text-length.ts';
import { localTime } from '../../../common/domain/times.ts';
import type { OverviewTexts } from '../texts/language.ts';
import { field, type Problems } from './fields.ts';
import type { FormReader } from './forms.ts';

const MOST_NETWORKS = 20;
/** Characters of so many IPv6 networks, with separators. */
const MOST_TEXT = MOST_NETWORKS * 50;

type KeyTexts = OverviewTexts['keys'];

/** Texts of the faults in the limits of a key. */
export type LimitTexts = Pick<KeyTexts, 'noScope' | 'noDay' | 'dayOver' | 'tooManyNetworks' | 'noNetwork'>;

export interface TypedLimits {
  readonly key_scope: string;
  /** `YYYY-MM-DD`, or `''`. */
  readonly key_expires: string;
  readonly key_networks: string;
}

export const TYPED_NOTHING: TypedLimits = { key_scope: 'all', key_expires: '', key_networks: '' };

/** The last day on which a key works. */
export const lastDayOf = (expiresAt: Date, timezone: string): string =>
  localTime(new Date(expiresAt.getTime() - 1), timezone).slice(0, 10);

export function typedOf(key: Partial<KeyLimits>, timezone: string): TypedLimits {
  const { scope, expires_at, networks } = limitsOfKey(key);
  return {
    key_scope: scope,
    key_expires: expires_at ? lastDayOf(expires_at, timezone) : '',
    key_networks: networks.join('\n'),
  };
}

export function readLimits(
  form: FormReader,
  timezone: string,
  texts: LimitTexts,
): { readonly typed: TypedLimits; readonly limits: KeyLimits; readonly problems: Problems } {
  const typed: TypedLimits = {
    key_scope: form('key_scope'),
    key_expires: form('key_expires').trim(),
    key_networks: form('key_networks').trim(),
  };
  const isWhole = !isLonger(typed.key_networks, MOST_TEXT);
  const networks = isWhole ? networksIn(typed.key_networks) : [];
  const wrong = networks.find((network) => spanOf(network) === null);
  const expires_at = typed.key_expires === '' ? null : endOfDay(typed.key_expires, timezone);
  const problems: Problems = {
    ...(!isScope(typed.key_scope) && { key_scope: texts.noScope }),
    ...(typed.key_expires !== '' && expires_at === null && { key_expires: texts.noDay }),
    ...(expires_at && expires_at <= now() && { key_expires: texts.dayOver }),
    ...((!isWhole || networks.length > MOST_NETWORKS) && {
      key_networks: texts.tooManyNetworks(MOST_NETWORKS),
    }),
    ...(wrong !== undefined && { key_networks: texts.noNetwork(wrong) }),
  };
  const scope = isScope(typed.key_scope) ? typed.key_scope : 'read';
  return { typed, limits: { scope, expires_at, networks }, problems };
}

const networksIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((network) => network !== ''),
  ),
];

function endOfDay(day: string, timezone: string): Date | null {
  const read = DateTime.fromFormat(day, 'yyyy-MM-dd', { zone: timezone });
  return read.isValid ? read.plus({ days: 1 }).startOf('day').toJSDate() : null;
}

export const limitFields = (typed: TypedLimits, problems: Problems, texts: KeyTexts): Html =>
  html`${field(
    { name: 'key_scope', label: texts.scope, problem: problems['key_scope'] },
    (attributes) =>
      html`<select ${attributes}>${SCOPES.map(
        (scope) =>
          html`<option value="${scope}"${scope === typed.key_scope && html` selected`}>${texts.scopes[scope]}</option>`,
      )}</select>`,
  )}${field(
    {
      name: 'key_expires',
      label: texts.lastDay,
      hint: texts.lastDayHint,
      problem: problems['key_expires'],
    },
    (attributes) => html`<input type="date" ${attributes} value="${typed.key_expires}">`,
  )}${field(
    {
      name: 'key_networks',
      label: texts.networks,
      hint: texts.networksHint,
      problem: problems['key_networks'],
    },
    (attributes) =>
      html`<textarea ${attributes} rows="2" autocomplete="off" spellcheck="false">${typed.key_networks}</textarea>`,
  )}`;

export function limitsInWords(key: Partial<KeyLimits>, timezone: string, texts: KeyTexts): Html {
  const { scope, expires_at, networks } = limitsOfKey(key);
  return html`<code>${scope}</code>${
    expires_at &&
    (expires_at <= now() ? texts.expired : texts.until(html`<time>${lastDayOf(expires_at, timezone)}</time>`))
  }${networks.length > 0 && texts.from(networks.join(', '))}`;
}
