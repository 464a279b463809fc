import type Router from '@koa/router';
import type { Service } from '../../http/endpoint.ts';
import { Failure, tooLarge } from '../../http/failures.ts';
import type { Sessions } from '../account/sessions.ts';
import { isFromOurPages, readFormWithFile } from '../form-body.ts';
import { mailPolicy } from '../mail-policy.ts';

/** Bytes of a mail that is shown: it is larger than its template. */
const mostBytes = (template: number): number => 2 * template;

/** `POST /console/frame`: answers the form's HTML, for a frame. A frame filled by the page has its policy, which blocks styles. */
export function consoleFrame(router: Router, { config, limits }: Service, sessions: Sessions): void {
  const policy = mailPolicy(config.publicUrl);
  const publicOrigin = new URL(config.publicUrl).origin;
  router.post('/console/frame', async (ctx) => {
    if (!isFromOurPages(ctx, publicOrigin)) throw new Failure(403, 'Only the console can request a frame.');
    const visitor = await sessions.find(ctx);
    if (!visitor) throw new Failure(401, 'Sign in to use the console.');
    await limits.call(visitor.account._id);
    const form = await readFormWithFile(ctx, mostBytes(config.limits.template), limits, visitor.account._id);
    if (!form) throw tooLarge();
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
    });
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = String(form.inputs['html'] ?? '');
  });
}
