import { dynamicContent } from '../../common/data/reserved-fields.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { endpoints } from '../http/endpoint.ts';
import { nothing } from '../http/typed-input.ts';

export const dynamicContents = endpoints({
  dynamicContentList: {
    input: nothing,
    async run(_, account) {
      const fields = await customFieldsOf(account.id);
      return dynamicContent(fields.map((field) => field.field_name));
    },
  },
});
