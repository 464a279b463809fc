import { dynamicContent } from '../../common/data/reserved-fields.ts';
import { builtInTemplates as builtIn } from '../../common/data/templates.ts';
import { customFieldsOf } from '../../common/queries/custom-fields.ts';
import { endpoints } from '../http/endpoint.ts';
import { listingOf } from '../http/listing.ts';
import { nothing } from '../http/typed-input.ts';

export const templates = endpoints({
  templateList: {
    input: nothing,
    run: () => listingOf(builtIn()),
  },
  dynamicContentList: {
    input: nothing,
    async run(_, account) {
      const fields = await customFieldsOf(account.id);
      return dynamicContent(fields.map((field) => field.field_name));
    },
  },
});
