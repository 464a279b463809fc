import type { StartCheck } from './check-row.ts';
import { listed } from './checks.ts';
import { readDkimSettings } from './dkim-settings.ts';
import { isSmtpUrl } from './mail-schemes.ts';
import { secretProblems } from './secret-problems.ts';
import { SETTINGS, type SettingValues } from './table.ts';
import { unknownVariables } from './unknown-names.ts';

export interface GivenSettings {
  /** The environment, without blank values. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** A setting whose form is refused may have any value. */
  readonly value: Partial<SettingValues>;
}

const isProduction = ({ value }: GivenSettings): boolean => value.NODE_ENV === 'production';

/** The database after the hosts: `mongodb://host1,host2/NAME?…`. */
const DATABASE = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]+)/;

/** Checks of settings alone, apart from the form of each one, which common/config/table.ts has. */
export const SETTING_CHECKS: readonly StartCheck<GivenSettings>[] = Object.freeze([
  {
    setting: 'APP_SECRET, APP_SECRETS',
    question: 'Is there a secret, and is it random in production?',
    finding: 'refuse',
    ask: ({ value }) => secretProblems(value),
  },
  {
    setting: 'DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY, DKIM_KEY_FILE',
    question: 'Do domains, selectors and keys belong together?',
    finding: 'refuse',
    ask: ({ given }) => readDkimSettings(given).problems,
  },
  {
    setting: 'all',
    question: 'Is no value in quotes?',
    finding: 'refuse',
    // Docker, Compose and Kubernetes keep quotes as part of a value, but `npm start` removes them: one file would mean two secrets.
    ask: ({ given }) =>
      Object.keys(SETTINGS)
        .filter((name) => /^(["'`]).*\1$/s.test(given[name] ?? ''))
        .map((name) => `${name} must be written without quotes, which would be part of its value`),
  },
  {
    setting: 'MONGODB_URL',
    question: 'Does it name a database, in production?',
    finding: 'refuse',
    ask: (world) =>
      isProduction(world) &&
      world.given['MONGODB_URL'] !== undefined &&
      !DATABASE.test(world.given['MONGODB_URL'])
        ? 'MONGODB_URL names no database: write its name after the hosts, such as mongodb://host:27017/mailing?replicaSet=rs0. ' +
          'If the service was used without a name before, its database is called test'
        : null,
  },
  {
    setting: 'MONGODB_URL',
    question: 'Is it without loadBalanced?',
    finding: 'refuse',
    ask: ({ given: { MONGODB_URL: url = '' } }) =>
      /[?&]loadBalanced=true(?:&|$)/i.test(url)
        ? 'MONGODB_URL must not have loadBalanced=true: through a load balancer the driver gets no heartbeats, which show the ' +
          'service whether MongoDB answers. Name the members or the routers instead'
        : null,
  },
  {
    setting: 'PUBLIC_URL',
    question: 'Is it an address without a path?',
    finding: 'refuse',
    ask({ given: { PUBLIC_URL: text } }) {
      if (text === undefined || !URL.canParse(text)) return null;
      const { origin, pathname, search, hash, username } = new URL(text);
      return /^\/*$/.test(pathname) && `${search}${hash}${username}` === ''
        ? null
        : `PUBLIC_URL must be a scheme, a host and a port alone, such as ${origin}: the service answers at / of its host`;
    },
  },
  {
    setting: 'PORT, METRICS_PORT',
    question: 'Are they different?',
    finding: 'refuse',
    ask: ({ value: { PORT, METRICS_PORT } }) =>
      METRICS_PORT !== undefined && METRICS_PORT !== 0 && PORT === METRICS_PORT
        ? 'METRICS_PORT must be another port than PORT'
        : null,
  },
  {
    setting: 'INBOUND_FORWARD_TO',
    question: 'Is it outside BOUNCE_DOMAIN, and reached by SMTP?',
    finding: 'refuse',
    ask({ value: { INBOUND_FORWARD_TO: to, BOUNCE_DOMAIN: domain, SMTP_URL: urls } }) {
      if (to === undefined) return null;
      if (domain !== undefined && to.toLowerCase().endsWith(`@${domain.toLowerCase()}`))
        return 'INBOUND_FORWARD_TO must not be an address at BOUNCE_DOMAIN, whose mails it gets';
      return listed(urls ?? '').some(isSmtpUrl)
        ? null
        : 'INBOUND_FORWARD_TO needs an SMTP server in SMTP_URL';
    },
  },
  {
    setting: 'all',
    question: 'Is each variable that looks like a setting one?',
    finding: 'warn',
    ask: ({ given }) => unknownVariables(Object.keys(given)),
  },
]);
