import Joi from 'joi';
import { templates as builtIn } from '../../common/data/templates.ts';
import { endpoint } from '../http/endpoint.ts';
import { listingOf } from '../http/listing.ts';

export const templates = {
  templateList: endpoint<'templateList', object>({
    input: Joi.object({}),
    run: () => listingOf(builtIn()),
  }),
};
