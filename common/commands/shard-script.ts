import type { IndexDescription } from 'mongodb';
import { MODELS } from '../models/all.ts';
import { UPLOAD_COLLECTIONS } from '../store/uploads.ts';

/** Collections without an account, or whose documents are found before the account is known (docs/scale.md). */
export const UNSHARDED: ReadonlySet<string> = new Set([
  'accounts',
  'brands',
  'contact_counts',
  'counters',
  'data_keys',
  'deleted_accounts',
  'engagement_accounts',
  'enrollment_counts',
  'idempotency_beats',
  'job_failures',
  'keys',
  'mail_counts',
  'media',
  'notice_quotas',
  'password_mails',
  'render_counts',
  'renderings',
  'reply_counts',
  'report_shares',
  'segment_refreshes',
  'sessions',
  'signing_keys',
  'store_states',
  'unsubscribe_counts',
  'verification_quotas',
  'workers',
]);

export const SHARDED = [...MODELS.filter(({ name }) => !UNSHARDED.has(name)), ...UPLOAD_COLLECTIONS];

/** Accounts from `from` to `to` that stay on the shards of a zone. */
export interface Zone {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** `eu=1..999`; null: not a zone. */
export function readZone(text: string): Zone | null {
  const [, name, from, to] = /^([\w-]+)=(\d{1,15})\.\.(\d{1,15})$/.exec(text) ?? [];
  const zone = { name: name!, from: Number(from), to: Number(to) };
  return name !== undefined && zone.from <= zone.to ? zone : null;
}

/** Commands for mongosh that shard a database of this name. */
export function shardScript(database: string, zones: readonly Zone[] = []): string[] {
  const quoted = (text: string): string => JSON.stringify(text);
  const ranges = (namespace: string) =>
    zones.map(
      ({ name, from, to }) =>
        `sh.updateZoneKeyRange(${namespace}, { user_id: ${from} }, { user_id: ${to + 1} }, ${quoted(name)});`,
    );
  return [
    `sh.enableSharding(${quoted(database)});`,
    ...[...new Set(zones.map(({ name }) => name))].map(
      (name) => `// sh.addShardToZone("SHARD", ${quoted(name)}); for each shard of the zone`,
    ),
    ...SHARDED.flatMap((model) => {
      const namespace = quoted(`${database}.${model.name}`);
      const collection = `db.getSiblingDB(${quoted(database)}).getCollection(${quoted(model.name)})`;
      return [
        ...(hasShardIndex(model.indexes) ? [] : [`${collection}.createIndex({ user_id: 1 });`]),
        `sh.shardCollection(${namespace}, { user_id: 1 });`,
        ...ranges(namespace),
      ];
    }),
  ];
}

/** A collection with documents needs an index that begins with the shard key and has all documents, without a collation. */
const hasShardIndex = (indexes: readonly IndexDescription[]): boolean =>
  indexes.some(
    ({ key, partialFilterExpression, collation }) =>
      Object.keys(key)[0] === 'user_id' && !partialFilterExpression && !collation,
  );
