import { ContactDay, type ContactDayDocument } from '../../../common/models/contact-days.ts';
import { ContactType } from '../../../common/models/contact-types.ts';

/** Maximum changes of an answer, the newest: a year of a hundred types that change every third day. */
const MOST = 12_000;

export interface Growth
  extends Pick<ContactDayDocument, 'day' | 'contact_type_id' | 'before' | 'contacts' | 'joined' | 'left'> {
  readonly name: string | null;
}

export async function growthOf(
  userId: number,
  { first, last }: { readonly first: string; readonly last: string },
  typeId: number | undefined,
): Promise<Map<string, Growth[]>> {
  const days = await ContactDay.of(userId)
    .find({ day: { $gte: first, $lte: last }, ...(typeId !== undefined && { contact_type_id: typeId }) })
    .sort({ day: -1 })
    .limit(MOST)
    .toArray();
  const types = await ContactType.of(userId)
    .find({
      _id: { $in: [...new Set(days.map((day) => day.contact_type_id))] },
    })
    .project<{ _id: number; name: string }>({ name: 1 })
    .toArray();
  const names = new Map(types.map(({ _id, name }) => [_id, name]));
  const found = new Map<string, Growth[]>();
  for (const row of days) {
    const { day, contact_type_id, before, contacts, joined = 0 } = row;
    if (before === contacts && joined === 0) continue;
    const growth = { ...row, name: names.get(contact_type_id) ?? null };
    found.set(day, [...(found.get(day) ?? []), growth]);
  }
  for (const growths of found.values())
    growths.sort((one, other) => one.contact_type_id - other.contact_type_id);
  return found;
}
