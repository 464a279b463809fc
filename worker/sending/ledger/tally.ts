import { GONE } from '../../../common/domain/reply-classes.ts';
import type { DeliveryDocument, DeliveryState } from '../../../common/models/deliveries.ts';
import { type Figures, NO_FIGURES } from '../../../common/models/figures.ts';

export type RowChange = Partial<DeliveryDocument> & Pick<DeliveryDocument, 'state'>;

/** States after which a mail server had the mail, or no retry follows. */
const TRIGGERED: ReadonlySet<DeliveryState> = new Set(['accepted', 'bounced', 'in_doubt']);

/** Sums up the outcomes of rows that were never handed over before, as a count of these rows would. */
export function createTally() {
  const figures: Figures = { ...NO_FIGURES };
  return {
    add({ state, attempts = 0, doubted, class: name }: RowChange): void {
      figures[state] += 1;
      if (TRIGGERED.has(state) || (state !== 'skipped' && attempts > 0)) figures.triggered += 1;
      if (state === 'bounced' && name !== undefined && GONE.has(name)) figures.gone += 1;
      if (doubted) figures.doubted += 1;
    },
    figures: (): Figures => ({ ...figures }),
  };
}
