/**
 * The cost of a list without our code: only node:http and the plain driver, without keys and envelope. `/all` streams every
 * contact of account 1, `/page?after=N` answers 50. Like the API, it is a process of its own.
 */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { Contact } from '../../common/models/contacts.ts';
import { connectMongo } from '../../common/store/connection.ts';
import { rows } from '../../test/support/rows.ts';

const PAGE = 50;
const CHUNK = 2 ** 16;

await connectMongo(process.env['MONGODB_URL']!);
const filter = { user_id: 1, deleted_at: null };

async function* all(): AsyncGenerator<string> {
  let text = '';
  for await (const contact of rows(Contact).find(filter).sort({ _id: 1 })) {
    text += JSON.stringify(contact);
    if (text.length > CHUNK) {
      yield text;
      text = '';
    }
  }
  yield text;
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
  if (pathname === '/all') {
    Readable.from(all(), { objectMode: false }).pipe(response);
    return;
  }
  const after = { ...filter, _id: { $gt: Number(searchParams.get('after')) } };
  const page = rows(Contact).find(after).sort({ _id: 1 }).limit(PAGE).toArray();
  void page.then((contacts) => response.end(JSON.stringify(contacts)));
}).listen(Number(process.env['PORT']), '127.0.0.1');
