import { type KeyOverview, limitsOfKey } from '../../../common/accounts/key-pairs.ts';
import { now } from '../../../common/clock.ts';
import { SCOPES } from '../../../common/domain/key-scopes.ts';
import { timestamp } from '../../../common/domain/times.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { type Failure, invalid } from '../../http/failures.ts';
import { oneOfHint } from '../../http/hints.ts';
import type { Problems } from '../account/fields.ts';
import type { NewKeyTexts } from '../account/key-acts.ts';
import { lastDayOf, type TypedLimits } from '../account/key-limits.ts';

/** Texts with codes, for which the console has its own words. */
export const KEY_TEXTS: NewKeyTexts = {
  noKeyName: texts.required('key_name'),
  longName: (most) => texts.max('key_name', most),
  noScope: texts.selected('key_scope'),
  noDay: texts.day('key_expires'),
  dayOver: texts.afterNow('key_expires'),
  tooManyNetworks: (most) => texts.items('key_networks', most),
  noNetwork: (network) => texts.network('key_networks', network),
};

/** 422: inputs of a key pair were refused. */
export const keyRefusal = (problems: Problems, { key_scope }: TypedLimits): Failure =>
  invalid(
    Object.fromEntries(Object.entries(problems).map(([name, text]) => [name, [text]])),
    problems['key_scope'] === undefined ? {} : { key_scope: [oneOfHint(key_scope, SCOPES)] },
  );

export const presentKey = (
  { _id, name, created_at, last_used_at, ...key }: KeyOverview,
  timezone: string,
) => {
  const { scope, expires_at, networks } = limitsOfKey(key);
  return {
    id: _id,
    name,
    scope,
    networks,
    expires_at: timestamp(expires_at),
    last_day: expires_at && lastDayOf(expires_at, timezone),
    is_expired: expires_at !== null && expires_at <= now(),
    created_at: timestamp(created_at),
    last_used_at: timestamp(last_used_at ?? null),
  };
};
