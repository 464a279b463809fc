/**
 * What the smallest authenticated call costs without us: Koa, one hash of the secret and one small find. A process of
 * its own, like the API beside it.
 */
import { createHash } from 'node:crypto';
import Koa from 'koa';
import { ContactType } from '../../common/models/contact-types.ts';
import { connectMongo, rows } from '../../common/mongo.ts';

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
