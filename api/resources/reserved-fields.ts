import Joi from 'joi';
import { RESERVED_FIELDS } from '../../common/data/reserved-fields.ts';
import { endpoint } from '../http/endpoint.ts';
import { listingOf } from '../http/listing.ts';

export const reservedFields = {
  reservedFieldList: endpoint<'reservedFieldList', object>({
    input: Joi.object({}),
    run: () => listingOf(RESERVED_FIELDS),
  }),
};
