import { SETTINGS } from '../../common/config/table.ts';

/** Settings that the Secret of the chart has: each contains a secret, or may contain a password. */
export const OF_THE_SECRET: ReadonlySet<string> = new Set(
  Object.keys(SETTINGS).filter((name) =>
    /^(?:APP_SECRETS?|(?:MONGODB|REDIS|SMTP|INBOUND_IMAP)_URL|DKIM_KEY|HOOK_.*_(?:SECRET|KEY|LOGIN))$/.test(
      name,
    ),
  ),
);

/** Settings that the chart gives each pod itself. */
export const OF_THE_POD: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'METRICS_HOST',
  'METRICS_PORT',
  'INBOUND_PORT',
  'INBOUND_SMTP_PORT',
  'NODE_ENV',
]);

/** deploy/helm/values.schema.json: helm refuses a setting that is no setting, and one that belongs into the Secret. */
export function chartSchema(): string {
  const taken = Object.entries(SETTINGS).filter(
    ([name]) => !OF_THE_SECRET.has(name) && !OF_THE_POD.has(name),
  );
  const settings = taken.map(([name, { reason }]) => [
    name,
    { type: ['string', 'number', 'boolean'], description: reason },
  ]);
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'Made by `npm run docs:settings` from common/config/table.ts; do not edit.',
    type: 'object',
    required: ['existingSecret', 'settings'],
    properties: {
      existingSecret: { type: 'string', minLength: 1 },
      settings: { type: 'object', additionalProperties: false, properties: Object.fromEntries(settings) },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
