import type { Context } from 'koa';

/**
 * Whether a request comes from one of our pages, or from no page. Browsers send the origin of every form and every changing call. Without
 * one it is not from a browser, or it reads, and Fetch Metadata names its site.
 */
export function isFromOurPages(ctx: Context, publicOrigin: string): boolean {
  const origin = ctx.get('Origin');
  if (origin === '') return !['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
}
