import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { compressed } from './compression.ts';
import type { RawAnswer } from './endpoint.ts';
import { streamFile, streamList, succeeded } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import { countAnswer, waitIfLarge } from './large-answers.ts';

export function respond(exchange: Exchange): Promise<void> | void {
  const { ctx, kept, made, ignored, served } = exchange;
  const { done } = served.row;
  if (kept) {
    ctx.status = kept.status;
    respondText(exchange, kept.body);
    return;
  }
  ctx.status = 200;
  if ('list' in done) return respondList(exchange, done.list);
  if ('raw' in done) return respondRaw(exchange, done.raw, made as RawAnswer);
  const written = succeeded(served.row, made, ignored.warnings);
  const waiting = waitIfLarge(exchange, written);
  if (waiting) return waiting.then(() => respondText(exchange, JSON.stringify(written)));
  respondText(exchange, JSON.stringify(written));
}

/** The text of an answer is written here, in the turn of its account: Koa would write it later. */
function respondText(exchange: Exchange, text: string): void {
  countAnswer(exchange, text);
  // Before the body; otherwise Koa guesses the type.
  exchange.ctx.type = 'application/json';
  exchange.ctx.body = compressed(exchange, text);
}

function respondRaw(exchange: Exchange, type: string, made: RawAnswer): Promise<void> | void {
  if (typeof made.body !== 'function') return respondFile(exchange, type, made, made.body);
  return streamFile(exchange, made.body).then((body) => respondFile(exchange, type, made, body));
}

function respondFile(
  exchange: Exchange,
  type: string,
  { status = 200, headers }: RawAnswer,
  body: Readable | Buffer | string | null,
): void {
  const { ctx } = exchange;
  ctx.set(headers);
  ctx.type ||= type;
  const { fileName } = ctx.state;
  if (typeof fileName === 'string') rename(ctx, fileName);
  ctx.status = status;
  ctx.body = compressed(exchange, body);
  // Koa sets 204 for an empty body.
  ctx.status = status;
}

async function respondList(exchange: Exchange, key: string): Promise<void> {
  const body = await streamList(exchange, key);
  // Before the body; otherwise Koa guesses the type.
  exchange.ctx.type = 'application/json';
  exchange.ctx.body = compressed(exchange, body);
}

/** Names a file. Koa would derive the type from the name, so the type is set again. */
function rename(ctx: Context, fileName: string): void {
  const type = ctx.response.get('Content-Type');
  ctx.attachment(fileName);
  ctx.set('Content-Type', type);
}
