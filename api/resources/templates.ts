import { builtInTemplates as builtIn } from '../../common/data/templates.ts';
import { endpoints } from '../http/endpoint.ts';
import { listingOf } from '../http/listing.ts';
import { nothing } from '../http/typed-input.ts';

export const templates = endpoints({
  templateList: {
    input: nothing,
    run: () => listingOf(builtIn()),
  },
});
