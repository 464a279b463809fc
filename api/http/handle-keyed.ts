import { failed, succeeded } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import { runHandler } from './handle.ts';
import { answerOnce, REPLAYED_HEADER } from './idempotency.ts';
import { knownInputs } from './ignored-inputs.ts';
import { digestOf } from './request-digest.ts';

export function handleKeyed(exchange: Exchange): Promise<void> | void {
  if (exchange.key !== null) return handleWith(exchange, exchange.key);
}

async function handleWith(exchange: Exchange, key: string): Promise<void> {
  const { ctx, served, account, inputs, file, files } = exchange;
  const { row, behaviour, service } = served;
  const read = knownInputs(behaviour.input).names;
  const { answer, replayed } = await answerOnce(
    {
      userId: account.id,
      key,
      request: await digestOf(ctx.method, row.path, read, inputs, file, files),
      showsSecret: row.showsSecret === true || row.beside?.includes('secret') === true,
      storesOnce: behaviour.storesOnce === true && files.length === 0,
      config: service.config,
      ring: service.ring,
      log: ctx.state.log ?? service.log,
    },
    (failure) => JSON.stringify(failed(failure.errors, failure.hints)),
    async (ring, store) => {
      const made = await runHandler(exchange, ring, store);
      return { status: 200, body: JSON.stringify(succeeded(row, made, exchange.ignored.warnings)) };
    },
  );
  if (replayed) ctx.set(REPLAYED_HEADER, 'true');
  exchange.kept = answer;
}
