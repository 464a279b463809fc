import type { Context, Middleware } from 'koa';
import type { Ring } from '../../common/jobs/doorbell.ts';
import { takeUploadPlace } from '../../common/quotas/imports.ts';
import { CALL_MS, patiently, whileAnswering } from '../../common/store/patience.ts';
import { NotTogether, storeTogether } from '../../common/store/store-together.ts';
import { UnknownOutcome } from '../../common/store/transactions.ts';
import { changesSomething, contract, type EndpointName, isAudited, type Row, scopeOf } from '../contract.ts';
import type { Account } from './account.ts';
import { type AuditedCall, actorOf, auditCall } from './audit.ts';
import type { Asked } from './authenticate.ts';
import type { Body, BodyReader, UploadedFile } from './body.ts';
import { type CallTurns, createCallTurns } from './call-turns.ts';
import type { Behaviour, Behaviours, CallOf, RawAnswer, Service } from './endpoint.ts';
import { failed, streamList, succeeded } from './envelope.ts';
import { clientGone, conflict, Failure, quotaBusy, storeAway } from './failures.ts';
import { fold } from './fold.ts';
import { answerOnce, KEY_HEADER, keyOf, REPLAYED_HEADER, type Store, storeWithin } from './idempotency.ts';
import {
  hasStrayBody,
  type Ignored,
  ignoredInputs,
  knownInputs,
  nameIgnored,
  namesOf,
  refuseLostExclusion,
  strayInputs,
} from './ignored-inputs.ts';
import { createListShares, type Hold, holdShare, type ListShares } from './list-shares.ts';
import type { Listing } from './listing.ts';
import { PAGE_LIMIT, rangeOf } from './range.ts';
import { digestOf } from './request-digest.ts';
import { validate } from './validation.ts';

/** Where the table is served, and how an account is told there. */
export interface Door {
  /** The path that stands before those of the table. */
  readonly prefix: string;
  /** Finds the account of a request, or throws. */
  readonly authenticate: (ctx: Context, service: Service, asked: Asked) => Promise<Account>;
  /** Names in the query that the door itself reads. */
  readonly reads?: readonly string[];
}

/**
 * Serves the endpoints of the contract table behind each door. Their paths have no parameters, so one lookup in a map replaces a
 * router, which would try a hundred patterns (measured: 3 % of the smallest call). An account's shares hold for all doors together.
 */
export function serveContract(
  doors: readonly Door[],
  behaviours: Behaviours,
  bodies: BodyReader,
  service: Service,
): Middleware {
  const shares = createListShares(service.config.limits.lists);
  const turns = createCallTurns();
  const paths = new Map<string, Map<string, (ctx: Context) => Promise<void>>>();
  for (const door of doors) {
    const { prefix } = door;
    for (const name of Object.keys(contract) as EndpointName[]) {
      const row: Row = contract[name];
      const path = `${prefix}${row.path}`;
      const methods = paths.get(path) ?? new Map();
      paths.set(path, methods);
      const names = new Set(namesOf(row, behaviours[name].input));
      const served = (ctx: Context): Promise<void> => {
        ctx.state.route = path;
        const audit = isAudited(row, ctx.method) ? auditCall(ctx, name) : null;
        return serve(ctx, door, row, behaviours[name], names, bodies, service, shares, turns, audit);
      };
      // HEAD is allowed where GET is, unless the GET changes something.
      const heads = row.methods.includes('GET') && !row.changes ? ['HEAD'] : [];
      for (const method of [...heads, ...row.methods]) methods.set(method, served);
    }
  }
  return (ctx, next) => {
    const methods = paths.get(ctx.path);
    const served = methods?.get(ctx.method);
    if (served) return served(ctx);
    if (methods) ctx.matched = [{ methods: [...methods.keys()] }];
    return next();
  };
}

/** Handles one request in the order of docs/rules.md 2.2: keys, body form, inputs, the record, references, state. */
async function serve(
  ctx: Context,
  door: Door,
  row: Row,
  behaviour: Behaviour<EndpointName>,
  names: ReadonlySet<string>,
  bodies: BodyReader,
  service: Service,
  shares: ListShares,
  turns: CallTurns,
  audit: AuditedCall | null,
): Promise<void> {
  const began = performance.now();
  const account = await patiently(
    door.authenticate(ctx, service, {
      changes: ctx.method !== 'GET' || row.changes === true,
      scope: scopeOf(row, ctx.method),
    }),
    began + CALL_MS,
  );
  const authenticated = performance.now();
  whenAnswered(ctx, service.underWay.begin(account));
  const key = changesSomething(row, ctx.method) ? keyOf(ctx.get(KEY_HEADER)) : null;
  const posted = ctx.method === 'POST';
  const received = row.upload && !row.image ? await patiently(placeOf(account), began + CALL_MS) : null;
  const hangUp = hangUpOf(ctx);
  let body: Body | null = null;
  try {
    const sharing = { shares: service.limits.bodies, key: account.id, signal: hangUp };
    if (posted) body = await bodies.read(ctx, row, sharing);
    else if (hasStrayBody(ctx)) body = await bodies.read(ctx, row, sharing).catch(() => null);
    const file = (row.upload && body?.files.get(row.upload)?.[0]) || null;
    const files = (row.files && body?.files.get(row.files)) || [];
    const query = fold(ctx.query);
    const given = inputsOf(row, posted, body, query);
    const strays = strayInputs(ctx, row, names, body, query, door.reads);
    const inputs = {
      ...given,
      ...(row.upload && { [row.upload]: file }),
      ...(row.files && filesInput(row.files, files, given[row.files])),
    };
    const range = 'list' in row.done ? rangeOf(inputs, service.config.limits) : {};
    const done = async (input: never, ring: Ring, store: Store): Promise<unknown> => {
      const call: CallOf<never> = {
        ...service,
        ring,
        storeOnce: store,
        by: actorOf(ctx).by,
        conflict: (which: string) => conflict(row.conflicts![which]!),
        get log() {
          return ctx.state.log ?? service.log;
        },
        file,
        header: (name) => ctx.get(name),
        acceptsEncoding: (coding) => ctx.acceptsEncodings(coding) !== false,
        get signal() {
          return hangUp();
        },
      };
      await audit?.begin(account.id, input);
      const answer = await behaviour.run(input, account, call);
      if (answer === null) throw new Failure(404, row.missing ?? 'Record Not Found');
      audit?.made(answer);
      return answer;
    };
    const { limits } = service.config;
    const validated = (): { input: never; ignored: Ignored } => {
      refuseLostExclusion(strays, names);
      const input = validate(behaviour.input, inputs, limits);
      const ignored = ignoredInputs(behaviour.input, strays, names, inputs, input);
      nameIgnored(ctx, ignored);
      return { input, ignored };
    };
    const answered = async (): Promise<void> => {
      if (key === null) {
        const { input, ignored } = validated();
        const found = await done(input, service.ring, storeOf(account));
        await respond(ctx, row, found, ignored, range, (cut) =>
          holdShare(shares, account.id, row.path, hangUp, cut),
        );
        return;
      }
      const read = knownInputs(behaviour.input).names;
      const request = await digestOf(ctx.method, row.path, read, inputs, file, files);
      const { answer, replayed } = await answerOnce(
        {
          userId: account.id,
          key,
          request,
          showsSecret: row.showsSecret === true || row.beside?.includes('secret') === true,
          storesOnce: behaviour.storesOnce === true && files.length === 0,
          config: service.config,
          ring: service.ring,
          log: ctx.state.log ?? service.log,
        },
        (failure) => JSON.stringify(failed(failure.errors, failure.hints)),
        async (ring, store) => {
          const { input, ignored } = validated();
          const made = succeeded(row, await done(input, ring, store), ignored.warnings);
          return { status: 200, body: JSON.stringify(made) };
        },
      );
      if (replayed) ctx.set(REPLAYED_HEADER, 'true');
      ctx.type = 'application/json';
      ctx.body = answer.body;
      ctx.status = answer.status;
    };
    await whileAnswering(
      turns.answer(account.id, () => (audit ? audit.around(answered) : answered())),
      // The time that the client takes to send the body does not count.
      performance.now() - (authenticated - began),
    );
  } finally {
    received?.();
    await body?.discard();
  }
}

/** Stores what a call without a key makes: together with others, else by itself. */
const storeOf =
  ({ id }: Account): Store =>
  async (inserts) => {
    try {
      await storeTogether({ userId: id, inserts });
    } catch (error) {
      if (error instanceof UnknownOutcome) throw storeAway();
      if (!(error instanceof NotTogether)) throw error;
      await storeWithin(inserts);
    }
  };

/** A signal that is created only when it is asked for: most calls are too short for a client to disconnect. */
function hangUpOf({ res }: Context): () => AbortSignal {
  let hangUp: AbortController | undefined;
  const begin = (): AbortController => {
    const made = new AbortController();
    const gone = (): void => {
      if (!res.writableFinished) made.abort(clientGone());
    };
    if (res.closed) gone();
    else res.once('close', gone);
    return made;
  };
  return () => (hangUp ??= begin()).signal;
}

/** Calls `end` when the last byte of the answer is sent, or the answer is cut off. A long list counts until then. */
function whenAnswered({ res }: Context, end: () => void): void {
  if (res.destroyed) end();
  else res.once('close', end);
}

/** Takes a place for an import's file before any of it is read, so that a file that may not be kept is not received. */
async function placeOf({ id, quotas }: Account): Promise<() => void> {
  const place = await takeUploadPlace(id, quotas.imports);
  // The connection is closed, because the rest of the file would only be discarded.
  if (!place) throw quotaBusy('imports', { Connection: 'close' });
  return place;
}

/**
 * A POST takes its inputs from the body, except for those that the contract puts into the query. Other methods take them
 * from the query.
 */
function inputsOf(
  row: Row,
  posted: boolean,
  body: Body | null,
  query: Record<string, unknown>,
): Record<string, unknown> {
  if (!posted) return query;
  const named = (row.query ?? []).filter((key) => key in query).map((key) => [key, query[key]]);
  const inputs = Object.fromEntries(
    Object.entries(body!.inputs).filter(([key]) => !row.query?.includes(key)),
  );
  return Object.assign(inputs, Object.fromEntries(named));
}

/**
 * The files of a form as an input. Only the body reader makes files: what a client sends in their place, or beside them, becomes a
 * value that no input for files takes.
 */
function filesInput(name: string, files: readonly UploadedFile[], given: unknown): Record<string, unknown> {
  const isText = given === undefined || given === null || typeof given === 'string';
  if (files.length === 0) return isText ? {} : { [name]: isEmpty(given) ? null : false };
  return { [name]: isText && !given ? files : false };
}

const isEmpty = (given: unknown): boolean => Array.isArray(given) && given.length === 0;

async function respond(
  ctx: Context,
  row: Row,
  answer: unknown,
  { warnings }: Ignored,
  range: { limit?: number | null; after_id?: number | null },
  holdOf: (cut: (error: Error) => void) => Hold,
): Promise<void> {
  const { done } = row;
  ctx.status = 200;
  if ('list' in done) {
    const { limit = null, after_id: afterId = null } = range;
    const body = await streamList(
      done.list,
      answer as Listing,
      { afterId: afterId ?? 0, limit: limit ?? (afterId === null ? null : PAGE_LIMIT) },
      limit !== null || afterId !== null,
      warnings,
      holdOf,
    );
    // Set before the body; otherwise Koa guesses the type.
    ctx.type = 'application/json';
    ctx.body = body;
  } else if ('raw' in done) {
    const { status = 200, headers, body } = answer as RawAnswer;
    ctx.set(headers);
    ctx.type ||= done.raw;
    const { fileName } = ctx.state;
    if (typeof fileName === 'string') rename(ctx, fileName);
    ctx.body = body;
    ctx.status = status;
  } else {
    ctx.body = succeeded(row, answer, warnings);
  }
}

/** Gives a file the name that its door knows. Koa would take its type from that name, too. */
function rename(ctx: Context, fileName: string): void {
  const type = ctx.response.get('Content-Type');
  ctx.attachment(fileName);
  ctx.set('Content-Type', type);
}
