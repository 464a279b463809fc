import { RESERVED_FIELDS } from '../../common/data/reserved-fields.ts';
import { endpoints } from '../http/endpoint.ts';
import { listingOf } from '../http/listing.ts';
import { nothing } from '../http/typed-input.ts';

export const reservedFields = endpoints({
  reservedFieldList: {
    input: nothing,
    run: () => listingOf(RESERVED_FIELDS),
  },
});
