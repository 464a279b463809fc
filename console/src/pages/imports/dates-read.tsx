import type { Import } from '../../../../client/src/index.ts';
import { useFieldName } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';

/** The order in which day and month of dates are read, by field. */
export function DatesRead({ of }: { of: Import['date_orders'] }) {
  const { importSteps } = useTexts();
  const nameOf = useFieldName();
  return (['dmy', 'mdy', null] as const).map((order) => {
    const fields = of.filter((one) => one.order === order).map(({ field }) => nameOf(field));
    const text = importSteps.datesRead[order ?? 'unknown'];
    return fields.length > 0 && <p key={order}>{text(fields.join(', '))}</p>;
  });
}
