import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Import } from '../../../../client/src/index.ts';
import rows from '../../app/rows.module.css';
import { TEXT_MAX } from '../../app/typed-fields.tsx';
import { FIELD_TYPES, type FieldType, fieldNameOf } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { labelOf } from './row-words.ts';

type ProposedField = NonNullable<Import['trial']>['new_fields'][number];

export interface NewField {
  readonly name: string;
  readonly type: FieldType;
}

/** By heading. */
export type ChosenFields = Readonly<Record<string, NewField>>;

export interface FieldChoices {
  readonly newFields: ChosenFields;
  /** Null: none. */
  readonly makeField: (heading: string, field: NewField | null) => void;
}

/** Columns without a field, each with a checkbox that creates one. */
export function NewFields({
  of: proposed,
  choices,
  file,
}: {
  of: readonly ProposedField[];
  choices: FieldChoices;
  file: string | undefined;
}) {
  const { importFields } = useTexts();
  return (
    <section aria-label={labelOf(importFields.title, file)}>
      <h3>{importFields.title}</h3>
      <p className="soft">{importFields.hint}</p>
      <ul className={rows.rows}>
        {proposed.map((field) => (
          <FieldRow key={field.heading} field={field} choices={choices} />
        ))}
      </ul>
    </section>
  );
}

function FieldRow({ field: { heading, type }, choices }: { field: ProposedField; choices: FieldChoices }) {
  const { importFields, fieldsPage } = useTexts();
  const chosen = choices.newFields[heading];
  return (
    <li>
      <Checkbox
        label={importFields.make(heading)}
        checked={chosen !== undefined}
        onChange={({ currentTarget }) =>
          choices.makeField(heading, currentTarget.checked ? { name: heading, type } : null)
        }
      />
      {chosen && (
        <Group align="start">
          <TextInput
            label={importFields.name(heading)}
            maxLength={TEXT_MAX}
            value={chosen.name}
            error={fieldNameOf(chosen.name) === '' && importFields.nameless}
            onChange={({ currentTarget }) =>
              choices.makeField(heading, { ...chosen, name: currentTarget.value })
            }
          />
          <NativeSelect
            label={importFields.type(heading)}
            value={chosen.type}
            onChange={({ currentTarget: { value } }) => {
              const found = FIELD_TYPES.find((one) => one === value);
              if (found) choices.makeField(heading, { ...chosen, type: found });
            }}
            data={FIELD_TYPES.map((one) => ({ value: one, label: fieldsPage.types[one] }))}
          />
        </Group>
      )}
    </li>
  );
}
