import type { Context } from 'koa';
import type { Service } from '../../http/endpoint.ts';
import { type FormReader, formFrom } from '../account/forms.ts';
import type { SignedInAccount } from '../account/sessions.ts';
import { readFormBody } from '../form-body.ts';
import { createConsoleVisitors } from './door.ts';

export function createPersonCalls({ config, limits }: Pick<Service, 'config' | 'limits'>) {
  const visitorOf = createConsoleVisitors(config.publicUrl);
  const answer =
    (run: (ctx: Context, visitor: SignedInAccount) => Promise<unknown>) =>
    async (ctx: Context): Promise<void> => {
      const visitor = await visitorOf(ctx);
      await limits.call(visitor.account._id);
      ctx.body = { status: 'success', message: await run(ctx, visitor) };
      ctx.set('Cache-Control', 'no-store');
    };
  const change = (run: (ctx: Context, visitor: SignedInAccount, form: FormReader) => Promise<unknown>) =>
    answer(async (ctx, visitor) =>
      run(ctx, visitor, formFrom(await readFormBody(ctx, limits, visitor.account._id))),
    );
  return { answer, change };
}
