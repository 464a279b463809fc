import { Autocomplete, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readTag, TAG_MAX, TAGS_MAX } from '../../../shared/tags.ts';
import { contactTags } from '../data/lists.ts';
import { useTexts } from '../texts/texts.ts';

interface TagFieldProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly change: (value: Value) => void;
  readonly error?: ReactNode;
}

/** Suggestions that are shown at once. */
const SHOWN = 20;

/** One tag: one of the account's, or a new one. */
export function TagField({ label, value, change, error }: TagFieldProps<string>) {
  const tags = useQuery(contactTags);
  return (
    <Autocomplete
      flex="1 1 11rem"
      label={label}
      data={[...(tags.data ?? [])]}
      limit={SHOWN}
      maxLength={TAG_MAX}
      value={value}
      error={error}
      onChange={change}
    />
  );
}

/** All tags of a contact, each of which can be removed. They are shown as they are stored; the service says what is no tag. */
export function TagsField({ label, value, change, error }: TagFieldProps<readonly string[]>) {
  const { tagFields } = useTexts();
  const tags = useQuery(contactTags);
  return (
    <TagsInput
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
