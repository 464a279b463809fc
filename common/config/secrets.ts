import { keyIds, secret, secrets } from './checks.ts';
import { checked, section } from './setting.ts';

export const secretSettings = section({
  title: 'Secrets',
  settings: {
    APP_SECRET: checked<string | undefined>(secret, {
      type: 'text, 32 characters or more',
      otherwise: 'made and kept in DATA_DIR',
      reason:
        'Signs the links in mails and seals the data keys in the store; from `openssl rand -hex 32`. In production a published or guessable secret stops the start. Keep it forever.',
    }),
    APP_SECRETS: checked<readonly string[] | undefined>(secrets, {
      type: 'texts, comma-separated',
      reason:
        'Signing secrets in place of APP_SECRET, or a JSON array where one contains a comma. The first signs, and all verify. Keep old ones at the end forever, because links in mails do not expire (docs/secrets.md).',
    }),
    ACCEPT_MISSING_KEYS: checked<readonly string[]>(keyIds.default([]), {
      type: 'ids of keys, comma-separated',
      reason:
        'Keys whose secrets are lost, by the ids in the refusal of a start. Links that they signed do not work.',
    }),
  },
});
