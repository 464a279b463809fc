import type { Context } from 'koa';
import { cached } from '../../common/cache/cached.ts';
import type { Actor, AuditSubject, OpenAct } from '../../common/changes/audit-entries.ts';
import type { Scope } from '../../common/domain/key-scopes.ts';
import { shownNetwork } from '../../common/domain/network.ts';
import type { KeyDocument } from '../../common/models/keys.ts';
import { deviceOf } from './device.ts';
import { Failure } from './failures.ts';

export const personActor = (ctx: Context): Actor => ({
  by: 'person',
  key: null,
  key_name: null,
  device: deviceOf(ctx.get('User-Agent')),
  network: shownNetwork(ctx.ip),
});

/** Stores the key pair of the call in the request's state. A call without a pair is made by a person. */
export function noteKey(ctx: Context, key: KeyDocument): void {
  ctx.state.key = key;
}

export const scopeOfKey = (ctx: Context): Scope => (ctx.state as { key?: KeyDocument }).key?.scope ?? 'all';

export const actorOf = (ctx: Context): Actor => {
  const { key } = ctx.state as { key?: KeyDocument };
  return { ...personActor(ctx), ...(key && { by: 'key', key: key._id, key_name: key.name }) };
};

/**
 * Audits a call from the end of its validation. A 4xx, also a stored one, ends it as `refused`; after a 5xx or a hang-up the outcome stays unknown.
 * `begin`: by the account and the validated input.
 */
export function auditCall<Input = unknown>(
  ctx: Context,
  begin: (userId: number, input: Input) => Promise<OpenAct>,
) {
  let begun: OpenAct | undefined;
  const beginOnce = cached(begin);
  let made: AuditSubject = {};
  let isRefused = false;
  return {
    /** Stores that the call began. Repeated tries of one call make one entry. */
    async begin(userId: number, input: Input): Promise<void> {
      isRefused = false;
      begun = await beginOnce(userId, input);
    },
    /** Ends a begun entry as `refused`, unless the act begins again. */
    refuse(): void {
      isRefused = true;
    },
    /** Names the record of the last try. */
    made(subject: AuditSubject): void {
      made = subject;
    },
    async around(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        const isRefusal = error instanceof Failure && error.status < 500;
        if (isRefusal) await unlessAway(ctx, async () => begun?.end('refused'));
        throw error;
      }
      await unlessAway(ctx, async () =>
        ctx.status < 400 && !isRefused ? begun?.end('done', made) : begun?.end('refused'),
      );
    },
  };
}

export type AuditedCall = ReturnType<typeof auditCall>;

/** If the store fails here, the answer of the call does not change. The entry then shows only that the call began. */
async function unlessAway(ctx: Context, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    ctx.state.log.debug({ err: error }, 'result of an audit entry not stored');
  }
}

const LISTS = ['strIds', 'ids'] as const;

export function concernedBy(values: unknown): AuditSubject {
  if (typeof values !== 'object' || values === null) return {};
  const { id, utr, ...rest } = values as Readonly<Record<string, unknown>>;
  const list = LISTS.map((name) => rest[name]).find((value) => Array.isArray(value));
  return {
    ...(typeof id === 'number' && { record_id: id }),
    ...(typeof utr === 'string' && { utr }),
    ...(Array.isArray(list) && { records: list.length }),
  };
}

/** The record that a call created. */
export function createdBy(answer: unknown): AuditSubject {
  const { record_id, utr } = concernedBy(answer);
  return { ...(record_id !== undefined && { record_id }), ...(utr !== undefined && { utr }) };
}
