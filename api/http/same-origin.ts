import type { Context } from 'koa';

/** Whether our pages or no page sent this. Browsers name the origin of forms and changes, and Fetch Metadata the site of reads. */
export function isFromOurPages(ctx: Context, publicOrigin: string): boolean {
  const origin = ctx.get('Origin');
  if (origin === '') return !['cross-site', 'same-site'].includes(ctx.get('Sec-Fetch-Site'));
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
}
