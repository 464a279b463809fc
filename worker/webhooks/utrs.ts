import { Mailing } from '../../common/models/mailings.ts';
import { OWNED, type OwnedMailing, readUtrs } from '../../common/queries/utrs-of-mailings.ts';

/** Mailings whose utr is remembered: it never changes. */
const MOST = 10_000;
const known = new Map<string, string>();

/** The utr of each mailing's single send, automation email or message. */
export async function utrsOfMailings(mailings: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const unknown = mailings.filter((key) => !known.has(key));
  if (unknown.length > 0) await learn(unknown);
  const utrs = new Map<string, string>();
  for (const key of mailings) {
    const utr = known.get(key);
    if (utr !== undefined) utrs.set(key, utr);
  }
  return utrs;
}

async function learn(mailings: readonly string[]): Promise<void> {
  if (known.size + mailings.length > MOST) known.clear();
  const found = await Mailing.find({ _id: { $in: [...mailings] } })
    .project<OwnedMailing>(OWNED)
    .toArray();
  for (const [key, utr] of await readUtrs(found)) known.set(key, utr);
}
