const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Outside of production a loopback URL needs no TLS. */
export const mayBePlain = (url: URL, production: boolean): boolean =>
  !production && LOOPBACK.test(url.hostname);

/** The addresses behind its name are checked at each call. */
export function isWebhookUrl(text: string, production: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url, production));
}
