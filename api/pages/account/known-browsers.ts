import { type AccountCookies, createAccountCookies, type NamedAccount } from './account-cookies.ts';

export type KnownBrowser = NamedAccount;

const LASTS_SECONDS = 365 * 24 * 3600;

/**
 * Browsers that have signed in before, by a cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). Attempts from
 * elsewhere do not count against them, so an attacker cannot lock out the owner. The cookie alone gives no access.
 */
export const createKnownBrowsers = (publicUrl: string, secrets: readonly string[]): KnownBrowsers =>
  createAccountCookies(publicUrl, secrets, {
    name: 'known',
    purpose: 'known browsers',
    seconds: LASTS_SECONDS,
  });

export type KnownBrowsers = Pick<AccountCookies, 'find' | 'remember'>;
