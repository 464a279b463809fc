import { TextInput, type TextInputProps } from '@mantine/core';
import { useMailFieldName } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';

interface FallbackInputProps extends Pick<TextInputProps, 'className' | 'size' | 'maxLength'> {
  readonly field: string;
  readonly value: string;
  readonly change: (fallback: string) => void;
}

/** The words of an email in place of an empty field. */
export function FallbackInput({ field, value, change, ...look }: FallbackInputProps) {
  const { editor: texts } = useTexts();
  const nameOf = useMailFieldName();
  return (
    <TextInput
      {...look}
      label={texts.fallback(nameOf(field))}
      placeholder={texts.fallbackHint}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
