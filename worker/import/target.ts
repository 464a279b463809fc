import { findCountry } from '../../common/data/places.ts';
import { createRowReader, type RowReader } from '../../common/domain/import-rows.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { CustomField } from '../../common/models/custom-fields.ts';
import type { ImportDocument } from '../../common/models/imports.ts';
import { rows } from '../../common/mongo.ts';

/** Lists write a country in few ways; more than these are not a list's, and must not fill the memory. */
const COUNTRY_SPELLINGS = 2000;

/** How long an answer stands. Asking for each batch of 25 ms cost a tenth of the rate. */
const FRESH_MS = 250;

/**
 * Whether rows can still be put into the import's contact type, and how, as the account's fields are now. `now` asks
 * afresh.
 */
export type TargetReader = (when?: 'now') => Promise<RowReader | null>;

/** Asked before each batch, as types and fields may go while a long file is read. */
export function createTargetReader(found: ImportDocument): TargetReader {
  const country = rememberedCountries();
  let known: { fields: string; reader: RowReader } | null = null;
  let fresh = 0;
  return async (when) => {
    if (known && when !== 'now' && performance.now() < fresh) return known.reader;
    const [type, custom] = await Promise.all([
      rows(ContactType).findOne(
        { _id: found.contact_type_id, user_id: found.user_id, deleted_at: null },
        { projection: { _id: 1 } },
      ),
      rows(CustomField)
        .find({ user_id: found.user_id }, { projection: { _id: 0, field_name: 1, field_type: 1 } })
        .toArray(),
    ]);
    if (!type) return null;
    const fields = JSON.stringify(custom);
    if (known?.fields !== fields) {
      known = { fields, reader: createRowReader({ columns: found.columns, custom, findCountry: country }) };
    }
    fresh = performance.now() + FRESH_MS;
    return known.reader;
  };
}

function rememberedCountries(): (text: string) => number | null {
  const ids = new Map<string, number | null>();
  return (text) => {
    const kept = ids.get(text);
    if (kept !== undefined) return kept;
    const id = findCountry(text);
    // A cell is a slice of its batch's text, and as a key would keep all of that alive.
    if (ids.size < COUNTRY_SPELLINGS) ids.set(Buffer.from(text).toString(), id);
    return id;
  };
}
