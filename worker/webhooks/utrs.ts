import { LRUCache } from 'lru-cache';
import { Mailing } from '../../common/models/mailings.ts';
import { OWNED, type OwnedMailing, readUtrs } from '../../common/queries/utrs-of-mailings.ts';

const MOST = 10_000;
const known = new LRUCache<string, string>({ max: MOST });

export async function utrsOfMailings(mailings: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const utrs = new Map<string, string>();
  for (const key of mailings) {
    const utr = known.get(key);
    if (utr !== undefined) utrs.set(key, utr);
  }
  const unknown = mailings.filter((key) => !utrs.has(key));
  if (unknown.length > 0) for (const [key, utr] of await read(unknown)) utrs.set(key, utr);
  return utrs;
}

async function read(mailings: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Mailing.find({ _id: { $in: [...mailings] } })
    .project<OwnedMailing>(OWNED)
    .toArray();
  const utrs = await readUtrs(found);
  for (const [key, utr] of utrs) known.set(key, utr);
  return utrs;
}
