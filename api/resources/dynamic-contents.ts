import Joi from 'joi';
import { dynamicContent } from '../../common/data/reserved-fields.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { endpoint } from '../http/endpoint.ts';

export const dynamicContents = {
  dynamicContentList: endpoint<'dynamicContentList', object>({
    input: Joi.object({}),
    async run(_, account) {
      const fields = await customFieldsOf(account.id);
      return dynamicContent(fields.map((field) => field.field_name));
    },
  }),
};
