const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether a URL may be called without TLS: one of the loopback, outside of production. */
export const mayBePlain = (url: URL, production: boolean): boolean =>
  !production && LOOPBACK.test(url.hostname);

/** Whether a webhook may have this URL. Where its name leads to is checked with each call. */
export function isWebhookUrl(text: string, production: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url, production));
}
