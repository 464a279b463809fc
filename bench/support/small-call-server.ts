/**
 * The cost of the smallest authenticated call without our code: Koa, one hash of the secret and one small find. Like the API,
 * it is a process of its own.
 */
import { createHash } from 'node:crypto';
import Koa from 'koa';
import { ContactType } from '../../common/models/contact-types.ts';
import { connectMongo } from '../../common/store/connection.ts';
import { rows } from '../../test/support/rows.ts';

await connectMongo(process.env['MONGODB_URL']!);
const app = new Koa();
app.use(async (ctx) => {
  createHash('sha256').update(ctx.get('SecretKey')).digest();
  const contactTypes = await rows(ContactType)
    .find({ user_id: 1, deleted_at: null })
    .sort({ _id: 1 })
    .toArray();
  ctx.body = { status: 'success', message: { contactTypes } };
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
