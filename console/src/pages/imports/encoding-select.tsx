import { NativeSelect } from '@mantine/core';
import { CSV_ENCODINGS, type CsvEncoding } from '../../../../shared/csv-encoding.ts';
import { useTexts } from '../../texts/texts.ts';

interface EncodingSelectProps {
  /** Undefined: the service finds it. */
  readonly value: CsvEncoding | undefined;
  readonly choose: (encoding: CsvEncoding | undefined) => void;
}

export function EncodingSelect({ value, choose }: EncodingSelectProps) {
  const { importSteps } = useTexts();
  return (
    <NativeSelect
      label={importSteps.encoding}
      maw="30rem"
      value={value ?? ''}
      onChange={({ currentTarget }) => choose(CSV_ENCODINGS.find((name) => name === currentTarget.value))}
      data={[
        { value: '', label: importSteps.findEncoding },
        ...CSV_ENCODINGS.map((name) => ({ value: name, label: importSteps.encodings[name] })),
      ]}
    />
  );
}
