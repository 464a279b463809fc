import type { Context } from 'koa';
import {
  createKeyPair,
  limitKeyPair,
  liveKeyPair,
  revokeKeyPair,
  rollKeyPair,
} from '../../../common/accounts/key-pairs.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import { overviewTexts } from '../texts/language.ts';
import { actOn } from './activity.ts';
import { MAX_NAME } from './details.ts';
import type { Problems } from './fields.ts';
import type { FormReader } from './forms.ts';
import { type LimitTexts, lastDayOf, readLimits } from './key-limits.ts';

type KeyOwner = Pick<AccountDocument, '_id' | 'timezone'>;

/** Texts of the faults of a new pair. */
export interface NewKeyTexts extends LimitTexts {
  readonly noKeyName: string;
  readonly longName: (most: number) => string;
}

function textsOfPage(ctx: Context): NewKeyTexts {
  const { keys, details } = overviewTexts(ctx);
  return { ...keys, longName: details.longName };
}

/** Reads `key_name`, `key_scope`, `key_expires` and `key_networks` of a new pair. */
export function readNewKey(form: FormReader, timezone: string, words: NewKeyTexts) {
  const name = form('key_name').trim();
  const { typed, limits, problems: others } = readLimits(form, timezone, words);
  const problems: Problems = {
    ...(name === '' && { key_name: words.noKeyName }),
    ...(name.length > MAX_NAME && { key_name: words.longName(MAX_NAME) }),
    ...others,
  };
  return { name, limits, problems, typed: { key_name: name, ...typed } };
}

/** A person's acts on key pairs, on the account page and in the console. Each is logged. Null or false: no such pair, or it was revoked. */
export function createKeyActs({ keys }: Pick<Service, 'keys'>) {
  return {
    /** Makes a pair by `key_name`, `key_scope`, `key_expires` and `key_networks`. */
    async make(
      ctx: Context,
      { _id: userId, timezone }: KeyOwner,
      form: FormReader,
      words: NewKeyTexts = textsOfPage(ctx),
    ) {
      const { name, limits, problems, typed } = readNewKey(form, timezone, words);
      if (Object.keys(problems).length > 0) return { problems, typed };
      const pair = await actOn(
        ctx,
        'key_created',
        { userId },
        () => createKeyPair(userId, name, limits),
        ({ public_key: key }) => ({ key }),
      );
      return { name, pair };
    },

    async roll(ctx: Context, { _id: userId }: KeyOwner, key: string) {
      const old = await liveKeyPair(userId, key);
      if (!old) return null;
      const pair = await actOn(
        ctx,
        'key_rolled',
        { userId, key },
        () => rollKeyPair(userId, old._id),
        (made) => ({ key, newKey: made.public_key }),
      );
      if (!pair) return null;
      return { name: old.name, pair, old };
    },

    async limit(
      ctx: Context,
      { _id: userId, timezone }: KeyOwner,
      form: FormReader,
      words: LimitTexts = textsOfPage(ctx),
    ) {
      const key = form('key');
      const { typed, limits, problems } = readLimits(form, timezone, words);
      if (Object.keys(problems).length > 0) return { problems, typed };
      const before = (await liveKeyPair(userId, key))?.expires_at ?? null;
      // The zone may have changed since: an unchanged last day keeps the moment.
      const isSame = before !== null && typed.key_expires === lastDayOf(before, timezone);
      const wanted = isSame ? { ...limits, expires_at: before } : limits;
      return actOn(ctx, 'key_changed', { userId, key }, () =>
        limitKeyPair(userId, key, wanted, keys.changed),
      );
    },

    async revoke(ctx: Context, { _id: userId }: KeyOwner, key: string): Promise<boolean> {
      return actOn(ctx, 'key_revoked', { userId, key }, () => revokeKeyPair(userId, key, keys.changed));
    },
  };
}
