import { timestamp } from '../../common/domain/times.ts';
import type { SendTrouble } from '../services/queries/trouble.ts';

export const presentTrouble = ({ scope, host, reply, class: name, rows, since, nextTryAt }: SendTrouble) => ({
  scope,
  host,
  reply,
  class: name,
  rows,
  since: timestamp(since),
  next_try_at: timestamp(nextTryAt),
});

export type ShownTrouble = ReturnType<typeof presentTrouble>;
