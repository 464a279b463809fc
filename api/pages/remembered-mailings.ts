import { together } from '../../common/batching/together.ts';
import { keepRecent } from '../../common/cache/recent.ts';
import { findMail, findRanges, type MailRange } from '../../common/queries/mail-links.ts';

/** Ids are remembered by blocks of so many … */
const BLOCK = 512;
/** … and so many blocks: those of some ten million mails. */
const BLOCKS = 20_000;

/**
 * Finds the mailing of a delivery, however old; null when there was none. Mails are frozen in ranges of some 500, and the
 * range of a mail never changes: so of a hundred thousand clicks in a mailing, ten ask the store.
 */
export function rememberedMailings(): (deliveryId: number) => Promise<string | null> {
  const kept = keepRecent<readonly MailRange[]>(BLOCKS);
  const rangeOf = together(findRanges);
  const blockOf = (id: number): number => Math.floor(id / BLOCK);

  function remember(range: MailRange): void {
    for (let block = blockOf(range.first); block <= blockOf(range.last); block += 1) {
      const others = (kept.get(String(block)) ?? []).filter(({ first }) => first !== range.first);
      kept.set(String(block), [...others, range], 1);
    }
  }

  return async (id) => {
    const known = kept.get(String(blockOf(id)))?.find(({ first, last }) => first <= id && id <= last);
    if (known) return known.mailing;
    const ranges = await rangeOf(id);
    if (!ranges) return (await findMail(id))?.mailing ?? null;
    for (const range of ranges) remember(range);
    return ranges[0].mailing;
  };
}
