import type { Ring } from '../../common/jobs/doorbell.ts';
import { NotTogether, storeTogether } from '../../common/store/store-together.ts';
import { isInTransaction } from '../../common/store/transactions.ts';
import type { Account } from './account.ts';
import { actorOf, createdBy, scopeOfKey } from './audit.ts';
import { readLongList, validInput } from './call-inputs.ts';
import type { CallOf } from './endpoint.ts';
import { succeeded } from './envelope.ts';
import type { Exchange } from './exchange.ts';
import { conflict, Failure, type FieldTexts } from './failures.ts';
import { repeated } from './hints.ts';
import { answerOnce, type DocumentStore, REPLAYED_HEADER, storeWithin } from './idempotency.ts';
import { withIgnoredInputs } from './ignored-inputs.ts';
import { digestOf } from './request-digest.ts';
import { answersSecret } from './secret-answers.ts';

/** Runs the handler of a call. If the call has a key, its answer is stored with its changes, or a stored answer is repeated. */
export async function handle(exchange: Exchange): Promise<void> {
  const { key, served, account } = exchange;
  if (key !== null) await handleKeyed(exchange, key);
  else exchange.made = await runHandler(exchange, served.service.ring, storeOf(account));
}

async function handleKeyed(exchange: Exchange, key: string): Promise<void> {
  const { ctx, served, account, files } = exchange;
  const { row, behaviour, service } = served;
  const { answer, replayed } = await answerOnce({
    userId: account.id,
    key,
    request: await digestOf(exchange),
    showsSecret: answersSecret(row),
    storesOnce: behaviour.storesOnce === true && files.length === 0,
    config: service.config,
    ring: service.ring,
    log: ctx.state.log ?? service.log,
    attempt: async (ring, store) => {
      const made = await runHandler(exchange, ring, store);
      return { status: 200, body: JSON.stringify(succeeded(row, made, exchange.ignored.warnings)) };
    },
  });
  if (replayed) ctx.set(REPLAYED_HEADER, 'true');
  exchange.kept = answer;
}

async function runHandler(exchange: Exchange, ring: Ring, store: DocumentStore): Promise<unknown> {
  try {
    return await runValid(exchange, ring, store);
  } catch (error) {
    throw withIgnoredInputs(error, exchange);
  }
}

/** Validates the inputs and calls the handler. A result of `null` throws the row's 404. */
async function runValid(exchange: Exchange, ring: Ring, store: DocumentStore): Promise<unknown> {
  const { account, audit, served } = exchange;
  const reading = readLongList(exchange);
  if (reading) await reading;
  const input = validInput(exchange);
  const beginAct = async (): Promise<void> => audit?.begin(account.id, input);
  if (served.row.audited !== 'changes') await beginAct();
  const made = await served.behaviour.run(input, account, {
    ...callOf(exchange, ring, store),
    beginAct,
    refuseAct: () => audit?.refuse(),
  });
  if (made === null)
    throw new Failure(404, served.row.missing ?? 'Record Not Found', {}, idsHint(exchange.inputs));
  audit?.made(createdBy(made));
  return made;
}

/** A text with several ids, or JSON in a form, counts as one id, which belongs to no record. */
function idsHint({ strIds }: Exchange['inputs']): FieldTexts | null {
  const given: unknown[] = Array.isArray(strIds) ? strIds : [strIds];
  const joined = given.find((one): one is string => typeof one === 'string' && /[,;[\]"\s]/.test(one.trim()));
  if (joined === undefined) return null;
  return { strIds: [`${repeated(joined)} is read as one id. Write one id an entry: strIds[]=5&strIds[]=6.`] };
}

function callOf(
  exchange: Exchange,
  ring: Ring,
  store: DocumentStore,
): Omit<CallOf<never>, 'beginAct' | 'refuseAct'> {
  const { ctx, file, served } = exchange;
  const { row, service } = served;
  return {
    ...service,
    ring,
    storeOnce: store,
    by: actorOf(ctx).by,
    scope: scopeOfKey(ctx),
    conflict: (which: string) => conflict(row.conflicts![which]!, which),
    get log() {
      return ctx.state.log ?? service.log;
    },
    file,
    header: (name) => ctx.get(name),
    acceptsEncoding: (coding) => ctx.acceptsEncodings(coding) !== false,
    get signal() {
      return exchange.signal;
    },
  };
}

/** Stores the documents of a call without a key together with those of other calls; if that is not possible, alone. */
const storeOf =
  ({ id }: Account): DocumentStore =>
  async (inserts) => {
    if (isInTransaction()) return storeWithin(inserts);
    try {
      await storeTogether({ userId: id, inserts });
    } catch (error) {
      if (!(error instanceof NotTogether)) throw error;
      await storeWithin(inserts);
    }
  };
