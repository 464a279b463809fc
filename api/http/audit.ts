import type { Context } from 'koa';
import { cached } from '../../common/cache/cached.ts';
import { type Actor, type AuditSubject, beginAct, type OpenAct } from '../../common/changes/audit-entries.ts';
import { shownNetwork } from '../../common/domain/network.ts';
import type { KeyDocument } from '../../common/models/keys.ts';
import { deviceOf } from './device.ts';
import { Failure } from './failures.ts';

/** A person: the browser says what it is, and the connection where. */
export const personActor = (ctx: Context): Actor => ({
  by: 'person',
  key: null,
  key_name: null,
  device: deviceOf(ctx.get('User-Agent')),
  network: shownNetwork(ctx.ip),
});

/** A pair of keys. */
const keyActor = (ctx: Context, { _id: key, name: key_name }: KeyDocument): Actor => ({
  ...personActor(ctx),
  by: 'key',
  key,
  key_name,
});

/** Keeps in the request's state which pair of keys makes the call. Without any, a person does. */
export function noteKey(ctx: Context, key: KeyDocument): void {
  ctx.state.key = key;
}

/** The person or pair of keys that makes a call. */
export const actorOf = (ctx: Context): Actor => {
  const { key } = ctx.state as { key?: KeyDocument };
  return key ? keyActor(ctx, key) : personActor(ctx);
};

/** The entry of a call that is audited. */
export interface AuditedCall {
  /** Stores that the call begins; repeated tries of one call are one act. */
  begin(userId: number, input: unknown): Promise<void>;
  /** Does the call and stores how it ended. */
  around(work: () => Promise<void>): Promise<void>;
  /** Takes the names of a record that the call made off its answer. */
  made(answer: unknown): void;
}

/**
 * The entry of a call of the table. It begins once the inputs are valid: a call with wrong inputs reaches nothing, and is no act. An
 * answer of 4xx changed nothing. After others (5xx, a client that hung up) it is not known, so that the entry stays as it began.
 */
export function auditCall(ctx: Context, act: string): AuditedCall {
  let begun: OpenAct | undefined;
  const beginOnce = cached((userId: number, input: unknown) =>
    beginAct({ userId, actor: actorOf(ctx), act, concerned: concernedBy(input) }),
  );
  let made: AuditSubject = {};
  return {
    async begin(userId, input) {
      begun = await beginOnce(userId, input);
    },
    made(answer) {
      const { record_id, utr } = concernedBy(answer);
      made = { ...(record_id !== undefined && { record_id }), ...(utr !== undefined && { utr }) };
    },
    async around(work) {
      try {
        await work();
      } catch (error) {
        const isRefusal = error instanceof Failure && error.status < 500;
        if (isRefusal) await unlessAway(ctx, async () => begun?.end('refused'));
        throw error;
      }
      await unlessAway(ctx, async () => begun?.end('done', made));
    },
  };
}

/** A call that is done is answered as it ended, also where the store is away by then: its entry says that it began. */
async function unlessAway(ctx: Context, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    ctx.state.log.debug({ err: error }, 'result of an audit entry not stored');
  }
}

/** The inputs that have a list of records. */
const LISTS = ['strIds', 'ids'] as const;

/** The records that inputs or an answer name: nothing else of them is stored. */
function concernedBy(values: unknown): AuditSubject {
  if (typeof values !== 'object' || values === null) return {};
  const { id, utr, ...rest } = values as Readonly<Record<string, unknown>>;
  const list = LISTS.map((name) => rest[name]).find((value) => Array.isArray(value));
  return {
    ...(typeof id === 'number' && { record_id: id }),
    ...(typeof utr === 'string' && { utr }),
    ...(Array.isArray(list) && { records: list.length }),
  };
}
