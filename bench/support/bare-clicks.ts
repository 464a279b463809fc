/** A server of `node:http` that redirects `/<id>`, and writes each click to its row of the ledger in groups with majority. Nothing is checked. */
import { createServer } from 'node:http';
import { Delivery } from '../../common/models/deliveries.ts';
import { connectMongo, database } from '../../common/store/connection.ts';
import { READY } from './bare-ready.ts';

/** Milliseconds of a group, as in the API. */
const WINDOW_MS = 50;

await connectMongo(process.env['MONGODB_URL']!);
let clicked: number[] = [];
setInterval(() => {
  const ids = clicked;
  clicked = [];
  if (ids.length === 0) return;
  const last_clicked_at = new Date();
  void database().command({
    update: Delivery.name,
    ordered: false,
    writeConcern: { w: 'majority', j: true },
    updates: ids.map((_id) => ({ q: { _id }, u: { $inc: { clicks: 1 }, $set: { last_clicked_at } } })),
  });
}, WINDOW_MS);
createServer((request, response) => {
  clicked.push(Number(request.url!.slice(1)));
  response
    .writeHead(302, { Location: 'https://shop.example.com/offers/1?from=mail', 'Content-Length': '0' })
    .end();
}).listen(Number(process.env['PORT']), '127.0.0.1', () => console.error(READY));
