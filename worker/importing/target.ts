import { cached } from '../../common/cache/cached.ts';
import { findCountry } from '../../common/data/places.ts';
import { createStatusReader } from '../../common/domain/statuses/read-status.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { CustomField } from '../../common/models/custom-fields.ts';
import { type ImportDocument, suppressionsOf } from '../../common/models/imports.ts';
import { createRowReader, type RowReader } from './import-rows.ts';

/** The most spellings of countries that are remembered. A real list has few; a hostile list must not fill the memory. */
const COUNTRY_SPELLINGS = 2000;

/** Milliseconds for which the target is cached. The query takes 25 ms; without this cache imports were a tenth slower. */
const FRESH_MS = 250;

/** Null if the import's contact type was deleted. `now` skips the cache. */
export type TargetReader = (when?: 'now') => Promise<RowReader | null>;

/** Called before each batch: contact types and fields may be deleted while a long file is read. */
export function createTargetReader(found: ImportDocument): TargetReader {
  const country = rememberedCountries();
  const plan = found.statuses_by;
  // No time in a file is later than its upload.
  const statusOf = plan ? createStatusReader(plan, found.created_at, found.date_orders) : null;
  let known: { fields: string; reader: RowReader } | null = null;
  const read = cached(
    async () => {
      const [type, custom] = await Promise.all([
        found.contact_type_id === suppressionsOf(found.user_id)
          ? found
          : ContactType.of(found.user_id).findOne(
              { _id: found.contact_type_id, deleted_at: null },
              { projection: { _id: 1 } },
            ),
        CustomField.of(found.user_id)
          .find({}, { projection: { field_name: 1, field_type: 1 } })
          .toArray(),
      ]);
      if (!type) return null;
      const fields = JSON.stringify(custom);
      if (known?.fields !== fields) {
        known = {
          fields,
          reader: createRowReader({
            columns: found.columns,
            header: found.header,
            custom,
            findCountry: country,
            statusOf,
            dateOrders: found.date_orders,
            zone: found.zone,
          }),
        };
      }
      return known.reader;
    },
    { ms: FRESH_MS },
  );
  return (when) => {
    if (when === 'now') read.clear();
    return read();
  };
}

function rememberedCountries(): (text: string) => number | null {
  const ids = new Map<string, number | null>();
  return (text) => {
    const kept = ids.get(text);
    if (kept !== undefined) return kept;
    const id = findCountry(text);
    // A cell is a slice of its batch's text: as a key it would keep the whole text in memory.
    if (ids.size < COUNTRY_SPELLINGS) ids.set(Buffer.from(text).toString(), id);
    return id;
  };
}
