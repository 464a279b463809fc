import { texts } from '../../common/domain/validation-texts.ts';
import { readTag, TAG_MAX, TAGS_MAX } from '../../shared/tags.ts';
import { list, refuse, text } from '../http/inputs.ts';
import { type Input, optional, stated } from '../http/typed-input.ts';

const NO_TAG = `Write at most ${TAG_MAX} characters, without comma, semicolon, bar and quotation mark.`;
const TAG = { type: 'string', maxLength: TAG_MAX } as const;

/** A tag as it is stored. */
export const tagInput = (): Input<string> =>
  stated(
    optional(text({ max: 4 * TAG_MAX })).custom(
      (given, helpers) => readTag(given) ?? refuse(helpers, texts.format, NO_TAG),
    ),
    TAG,
  );

/** For lists, searches and files of contacts. */
export const tagFilter = {
  tag: tagInput().description('Only contacts with this tag; case is ignored.').example('vip'),
};

/** All tags of a contact. A blank list is empty. */
export const tagList = (): Input<string[]> =>
  stated(
    list().custom((given: string[], helpers) => {
      const tags = new Set<string>();
      for (const one of given) {
        const tag = readTag(one);
        if (tag === null) return refuse(helpers, texts.format, NO_TAG);
        tags.add(tag);
      }
      return tags.size > TAGS_MAX ? refuse(helpers, (key) => texts.items(key, TAGS_MAX)) : [...tags];
    }),
    { type: 'array', items: TAG, maxItems: TAGS_MAX },
  );
