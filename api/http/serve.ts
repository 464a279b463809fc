import type { Context, Middleware } from 'koa';
import { beginAct } from '../../common/changes/audit-entries.ts';
import { CALL_MS, whileAnswering } from '../../common/store/patience.ts';
import { untilWritable, whenWritable } from '../../common/store/write-probe.ts';
import {
  type ContractRow,
  contract,
  type EndpointName,
  isAudited,
  mayWrite,
  writesSomething,
} from '../contract.ts';
import { actorOf, auditCall, concernedBy } from './audit.ts';
import { identifyAccount } from './authenticate.ts';
import { type BodyReader, hasBody, readBody } from './body.ts';
import { readInputs } from './call-inputs.ts';
import { createCallTurns, takeTurn } from './call-turns.ts';
import type { Behaviours, Service } from './endpoint.ts';
import { type Door, Exchange, type ServedRow } from './exchange.ts';
import { handle } from './handle.ts';
import { readKey } from './idempotency.ts';
import { namesOf } from './ignored-inputs.ts';
import { takeLane } from './large-answers.ts';
import { createLateRefusals, refuseLate } from './late-refusals.ts';
import { createListShares } from './list-shares.ts';
import { respond } from './respond.ts';
import { countCall, takePlace } from './under-way.ts';

type CallStep = (exchange: Exchange) => Promise<void> | void;

/** Before the body is read: refuses work that MongoDB could not store now, and closes the connection rather than receive the body. */
function awaitWrites(exchange: Exchange): Promise<void> | void {
  const waiting = writes(exchange) ? untilWritable(exchange.began + CALL_MS) : null;
  return waiting?.catch((error: unknown) => {
    if (hasBody(exchange.ctx)) exchange.ctx.set('Connection', 'close');
    throw error;
  });
}

const writes = ({ served, ctx }: Exchange): boolean => writesSomething(served.row, ctx.method);

function receiveBody(exchange: Exchange): Promise<void> | void {
  const began = performance.now();
  return readBody(exchange)?.then(() => {
    exchange.bodyMs = performance.now() - began;
  });
}

/** The steps that receive a call, in the order of docs/rules.md 2.2 … */
const RECEIVING: readonly CallStep[] = [
  identifyAccount,
  countCall,
  readKey,
  awaitWrites,
  takePlace,
  receiveBody,
  readInputs,
];

/** … and those that answer it. The handler's step checks the inputs, the record, references and state. */
const ANSWERING: readonly CallStep[] = [takeTurn, takeLane, handle, respond];

async function serve(exchange: Exchange): Promise<void> {
  try {
    await walk(RECEIVING, exchange);
    const since = exchange.began + exchange.bodyMs;
    const begin = (): Promise<void> => answer(exchange);
    const work = writes(exchange) ? whenWritable(begin, since + CALL_MS) : begin();
    await whileAnswering(work, since, mayWrite(exchange.served.row, exchange.ctx.method));
  } catch (error) {
    await exchange.end();
    await refuseLate(exchange, error);
    throw error;
  }
  await exchange.end();
}

function answer(exchange: Exchange): Promise<void> {
  const { ctx, served } = exchange;
  const { act } = served.behaviour;
  if (!isAudited(served.row, ctx.method)) return walk(ANSWERING, exchange);
  exchange.audit = auditCall(ctx, (userId, input) =>
    beginAct({
      userId,
      actor: actorOf(ctx),
      act: act?.(input as never) ?? served.name,
      concerned: concernedBy(input),
    }),
  );
  return exchange.audit.around(() => walk(ANSWERING, exchange));
}

async function walk(steps: readonly CallStep[], exchange: Exchange): Promise<void> {
  for (const step of steps) {
    const walking = step(exchange);
    // Most steps of a small call return no promise.
    if (walking) await walking;
  }
}

/** Serves the table behind each door by a map: a router's hundred patterns take 3 % of the smallest call. Doors share limits. */
export function serveContract(
  doors: readonly Door[],
  behaviours: Behaviours,
  bodies: BodyReader,
  service: Service,
): Middleware {
  const turns = createCallTurns();
  const shares = createListShares(service.config.limits.lists, turns.isShared);
  const refusals = createLateRefusals();
  const paths = new Map<string, Map<string, (ctx: Context) => Promise<void>>>();
  for (const door of doors) {
    for (const name of Object.keys(contract) as EndpointName[]) {
      const row: ContractRow = contract[name];
      const behaviour = behaviours[name];
      const names = new Set(namesOf(row, behaviour.input));
      const served: ServedRow = {
        name,
        row,
        behaviour,
        names,
        door,
        service,
        bodies,
        shares,
        turns,
        refusals,
      };
      const path = `${door.prefix}${row.path}`;
      const answered = (ctx: Context): Promise<void> => {
        ctx.state.route = path;
        return serve(new Exchange(ctx, served));
      };
      const methods = paths.get(path) ?? new Map();
      // HEAD is allowed where GET is, unless the GET changes something.
      const heads = row.methods.includes('GET') && !row.changes ? ['HEAD'] : [];
      const own = [...heads, ...row.methods].filter((method) => door.methods?.has(method) ?? true);
      for (const method of own) methods.set(method, answered);
      if (own.length > 0) paths.set(path, methods);
    }
  }
  return (ctx, next) => {
    const methods = paths.get(ctx.path);
    const answered = methods?.get(ctx.method);
    if (answered) return answered(ctx);
    if (methods) ctx.matched = [{ methods: [...methods.keys()] }];
    return next();
  };
}
