import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DAYS_MAX, OPERAND_TEXT_MAX, type RuleFieldType } from '../../../../shared/segment-operators.ts';
import { Select } from '../../app/select.tsx';
import { TagField } from '../../app/tag-field.tsx';
import { useCountries } from '../../data/places.ts';
import { useTexts } from '../../texts/texts.ts';

interface Operand {
  readonly label: string;
  /** As the contract has it: a text, a decimal number, a day or a minute. */
  readonly value: string;
  readonly change: (value: string) => void;
  readonly isMissing: boolean;
}

/** The input that fits what is compared: a text, a country of the list, a number, a date, or a number of days. */
export function OperandInput({
  kind,
  isCountry,
  ...operand
}: Operand & { kind: RuleFieldType | 'days'; isCountry: boolean }) {
  if (isCountry) return <CountryOperand {...operand} />;
  if (kind === 'date') return <DateOperand {...operand} />;
  if (kind === 'tags') return <TagOperand {...operand} />;
  return <TextOperand {...operand} kind={kind} />;
}

/** A text input, also for numbers: a number input shows nothing for a number in another language's format. */
function TextOperand({
  label,
  value,
  change,
  isMissing,
  kind,
}: Operand & { kind: 'text' | 'number' | 'days' }) {
  const { segmentsPage } = useTexts();
  const inputs = {
    text: { maxLength: OPERAND_TEXT_MAX },
    number: { inputMode: 'decimal' },
    days: { type: 'number', min: 1, max: DAYS_MAX, step: 1 },
  } as const;
  return (
    <TextInput
      flex={kind === 'text' ? '1 1 11rem' : '1 1 7rem'}
      label={label}
      value={value}
      error={isMissing && segmentsPage.fillIn}
      onChange={(event) => change(event.currentTarget.value)}
      {...inputs[kind]}
    />
  );
}

function TagOperand({ isMissing, ...operand }: Operand) {
  const { segmentsPage } = useTexts();
  return <TagField {...operand} error={isMissing && segmentsPage.fillIn} />;
}

/** One country, by its name, as the contract compares it. */
function CountryOperand({ label, value, change, isMissing }: Operand) {
  const { segmentsPage } = useTexts();
  const names = new Map(useCountries().map(({ name, label }) => [name, label]));
  if (value !== '' && !names.has(value)) names.set(value, value);
  return (
    <Select
      flex="1 1 11rem"
      label={label}
      data={[...names].map(([name, shown]) => ({ value: name, label: shown }))}
      value={value === '' ? null : value}
      searchable
      limit={50}
      error={isMissing && segmentsPage.fillIn}
      onChange={(name) => change(name ?? '')}
    />
  );
}

function DateOperand({ label, value, change, isMissing }: Operand) {
  const { segmentsPage } = useTexts();
  const [hasTime, setTime] = useState(value.includes('T'));
  const choose = (wants: boolean): void => {
    setTime(wants);
    const [day = ''] = value.split('T');
    change(wants && day !== '' ? `${day}T00:00` : day);
  };
  return (
    <div>
      <TextInput
        type={hasTime ? 'datetime-local' : 'date'}
        label={label}
        value={value}
        error={isMissing && segmentsPage.fillIn}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Checkbox
        mt={6}
        size="xs"
        label={segmentsPage.withTime}
        checked={hasTime}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    </div>
  );
}
