import { useState } from 'react';
import { fieldNameOf } from '../../data/field-names.ts';
import type { Doubt } from './hygiene.tsx';
import type { ChosenFields, NewField } from './new-fields.tsx';
import type { ChosenStatuses, Status } from './statuses.tsx';

const without = <Value>(
  all: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> => Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));

/** The decisions of a person after the preview. */
export function useChoices() {
  const [decided, setDecided] = useState<ChosenStatuses>({});
  const [newFields, setNewFields] = useState<ChosenFields>({});
  const [leftOut, setLeftOut] = useState<readonly Doubt[]>([]);
  const [optOutGroup, setOptOutGroup] = useState('');
  const made = Object.entries(newFields);
  return {
    decided,
    decide: (word: string, status: Status | null): void =>
      setDecided((now) => (status ? { ...now, [word]: status } : without(now, word))),
    newFields,
    makeField: (heading: string, field: NewField | null): void =>
      setNewFields((now) => (field ? { ...now, [heading]: field } : without(now, heading))),
    leftOut,
    leaveOut: (kind: Doubt, isLeftOut: boolean): void =>
      setLeftOut((now) => [...now.filter((one) => one !== kind), ...(isLeftOut ? [kind] : [])]),
    optOutGroup,
    setOptOutGroup,
    /** A field without a name cannot be made. */
    isComplete: made.every(([, { name }]) => fieldNameOf(name) !== ''),
    input: {
      statuses: decided,
      leave_out: [...leftOut],
      ...(optOutGroup !== '' && { opt_out_group: Number(optOutGroup) }),
      ...(made.length > 0 && {
        new_fields: Object.fromEntries(made.map(([heading, { type }]) => [heading, type])),
        new_field_names: Object.fromEntries(made.map(([heading, { name }]) => [heading, fieldNameOf(name)])),
      }),
    },
  };
}

export type Choices = ReturnType<typeof useChoices>;
