import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readTag, TAG_MAX, TAGS_MAX } from '../../../shared/tags.ts';
import { contactTags } from '../data/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { useListOnFocus } from './select.tsx';
import { SHOWN, type TagFieldProps } from './tag-field.tsx';

/** All tags of a contact, each of which can be removed. They are shown as they are stored; the service says what is no tag. */
export function TagsField({ label, value, change, error }: TagFieldProps<readonly string[]>) {
  const { tagFields } = useTexts();
  const tags = useQuery(contactTags);
  return (
    <TagsInput
      {...useListOnFocus()}
      label={label}
      description={tagFields.hint}
      data={[...(tags.data ?? [])]}
      limit={SHOWN}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      splitChars={[',', ';', '|']}
      acceptValueOnBlur
      value={[...value]}
      error={error}
      onChange={(given) => change([...new Set(given.map((one) => readTag(one) ?? one))])}
    />
  );
}
