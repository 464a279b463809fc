import { MEDIA_PATH } from '../services/media.ts';

/** HTML of an account runs no script, calls no service of ours, and shows only in a frame of the same origin (docs/rules.md 17.4). */
export const mailPolicy = (publicUrl: string): string =>
  [
    'sandbox',
    "default-src 'none'",
    // `https:` does not cover our media library if the service itself has no HTTPS.
    `img-src https: data: ${publicUrl}${MEDIA_PATH}/`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
