import type { Context } from 'koa';

/**
 * Whether a page of ours sent this request, or no page at all. Browsers send the origin of every form and of every call that changes
 * something. A request without one is not from a browser, or reads from a page whose site the browser names (Fetch Metadata).
 */
export function isFromOurPages(ctx: Context, publicOrigin: string): boolean {
  const origin = ctx.get('Origin');
  if (origin === '') return !['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
}
