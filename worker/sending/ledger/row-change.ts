import type { DeliveryDocument } from '../../../common/models/deliveries.ts';

/** What is written to a ledger row: its new state with what belongs to it. */
export type RowChange = Partial<DeliveryDocument> & Pick<DeliveryDocument, 'state'>;
