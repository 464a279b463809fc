import { Button, Group, Select } from '@mantine/core';
import {
  CONTACT_FIELDS,
  type Condition,
  changed,
  DATE_FIELDS,
  offeredOperators,
  type RuleField,
  takenBy,
  typeOf,
} from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './condition-line.module.css';
import { OperandInput } from './operand-input.tsx';

/** One condition: a field, a comparison, and as many values as it takes. */
export function ConditionLine({
  at,
  condition,
  fields,
  isTried,
  change,
  remove,
}: {
  /** Its place, from 1. */
  at: number;
  condition: Condition;
  fields: readonly RuleField[];
  /** Whether the person tried to save: only then, a value that is missing is a fault. */
  isTried: boolean;
  change: (next: Condition) => void;
  /** Null for the last condition: a rule has at least one. */
  remove: (() => void) | null;
}) {
  const { segmentsPage } = useTexts();
  const { field, operator, operands } = condition;
  const type = typeOf(field, fields);
  const takes = takenBy(type, operator);
  const custom = fields.filter(({ isCustom }) => isCustom).map(({ name }) => name);
  const { fieldGroups, fieldNames, operators } = segmentsPage;
  const known = (names: readonly (keyof typeof fieldNames)[]) =>
    names.map((name) => ({ value: name, label: fieldNames[name] }));
  const groups = [
    { group: fieldGroups.contact, items: known(CONTACT_FIELDS) },
    { group: fieldGroups.times, items: known(DATE_FIELDS) },
    ...(custom.length > 0
      ? [
          {
            group: fieldGroups.custom,
            items: custom.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
          },
        ]
      : []),
  ];
  return (
    <fieldset className={styles.condition}>
      <legend>{segmentsPage.condition(at)}</legend>
      <Group align="flex-end" gap="xs">
        <Select
          flex="1 1 11rem"
          label={segmentsPage.field}
          data={groups}
          value={field}
          searchable
          allowDeselect={false}
          onChange={(name) =>
            name !== null &&
            change(
              changed(condition, type, {
                field: name,
                type: typeOf(name, fields),
              }),
            )
          }
        />
        <Select
          flex="1 1 11rem"
          label={segmentsPage.operator}
          data={offeredOperators(type, operator).map((one) => ({ value: one, label: operators[one] }))}
          value={operator}
          allowDeselect={false}
          onChange={(next) => next !== null && change(changed(condition, type, { operator: next }))}
        />
        {takes.map((kind, place) => (
          <OperandInput
            // An operand has no name but its place.
            key={place}
            kind={kind === 'days' ? 'days' : type}
            isCountry={field === 'country' && (operator === 'is' || operator === 'is not')}
            label={
              kind === 'days'
                ? segmentsPage.days
                : takes.length === 1
                  ? segmentsPage.value
                  : place === 0
                    ? segmentsPage.from
                    : segmentsPage.to
            }
            value={operands[place] ?? ''}
            isMissing={isTried && (operands[place] ?? '').trim() === ''}
            change={(value) =>
              change({
                ...condition,
                operands: operands.map((one, index) => (index === place ? value : one)),
              })
            }
          />
        ))}
        {remove && (
          <Button variant="default" aria-label={segmentsPage.removeCondition(at)} onClick={remove}>
            ×
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
