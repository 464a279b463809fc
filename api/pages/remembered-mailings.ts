import { LRUCache } from 'lru-cache';
import { together } from '../../common/batching/together.ts';
import { findMail, findRanges, type MailRange } from '../../common/queries/mail-links.ts';
import type { TokenSubject } from '../../common/queries/token-rows.ts';

/** Ids are cached in blocks of this size … */
const BLOCK = 512;
/** … and so many blocks: those of about ten million mails. */
const BLOCKS = 20_000;

export type MailingOfLink = Pick<MailRange, 'mailing' | 'user_id'>;

/** Finds the mailing of a delivery. Ranges of about 500 mails never change: for 100,000 clicks, ten query the store. */
export function rememberedMailings(): {
  /** Undefined: the store was not asked yet. */
  known(id: number): MailingOfLink | undefined;
  find(mail: TokenSubject): Promise<MailingOfLink | null>;
} {
  const kept = new LRUCache<number, readonly MailRange[]>({ max: BLOCKS });
  const rangeOf = together(findRanges<TokenSubject>);
  const blockOf = (id: number): number => Math.floor(id / BLOCK);

  function remember(range: MailRange): void {
    for (let block = blockOf(range.first); block <= blockOf(range.last); block += 1) {
      const others = (kept.get(block) ?? []).filter(({ first }) => first !== range.first);
      kept.set(block, [...others, range]);
    }
  }

  const known = (id: number) => kept.get(blockOf(id))?.find(({ first, last }) => first <= id && id <= last);

  return {
    known,
    async find(mail) {
      const before = known(mail.id);
      if (before) return before;
      const ranges = await rangeOf(mail);
      if (!ranges) return findMail(mail);
      for (const range of ranges) remember(range);
      return ranges[0];
    },
  };
}
