import { Button, Group } from '@mantine/core';
import { DATE_FIELDS, type RuleFieldType } from '../../../../shared/segment-operators.ts';
import { TAGS } from '../../../../shared/tags.ts';
import { Select } from '../../app/select.tsx';
import {
  type Condition,
  changed,
  type KnownField,
  offeredOperators,
  RULE_CONTACT_FIELDS,
  type RuleField,
  takenBy,
  typeOf,
} from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './condition-line.module.css';
import { OperandInput } from './operand-input.tsx';

interface Line {
  /** Its place, from 1. */
  readonly at: number;
  readonly condition: Condition;
  readonly fields: readonly RuleField[];
  /** Whether the person tried to save: only then, a value that is missing is a fault. */
  readonly isTried: boolean;
  readonly change: (next: Condition) => void;
  /** Null for the last condition: a rule has at least one. */
  readonly remove: (() => void) | null;
}

function useFieldGroups(fields: readonly RuleField[]) {
  const { fieldGroups, fieldNames } = useTexts().segmentsPage;
  const custom = fields.filter(({ isCustom }) => isCustom).map(({ name }) => name);
  const known = (names: readonly KnownField[]) =>
    names.map((name) => ({ value: name, label: fieldNames[name] }));
  return [
    {
      group: fieldGroups.contact,
      items: known(
        fields.some(({ type }) => type === TAGS) ? [...RULE_CONTACT_FIELDS, TAGS] : RULE_CONTACT_FIELDS,
      ),
    },
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
}

/** One condition: a field, a comparison, and as many values as it takes. */
export function ConditionLine({ at, condition, fields, isTried, change, remove }: Line) {
  const { segmentsPage } = useTexts();
  const { field, operator } = condition;
  const type = typeOf(field, fields);
  return (
    <fieldset className={styles.condition}>
      <legend>{segmentsPage.condition(at)}</legend>
      <Group align="flex-end" gap="xs">
        <Select
          flex="1 1 11rem"
          label={segmentsPage.field}
          data={useFieldGroups(fields)}
          value={field}
          searchable
          allowDeselect={false}
          onChange={(name) =>
            name !== null && change(changed(condition, type, { field: name, type: typeOf(name, fields) }))
          }
        />
        <Select
          flex="1 1 11rem"
          label={segmentsPage.operator}
          data={offeredOperators(type, operator).map((value) => ({
            value,
            label: segmentsPage.operators[value],
          }))}
          value={operator}
          allowDeselect={false}
          onChange={(next) => next !== null && change(changed(condition, type, { operator: next }))}
        />
        <Operands condition={condition} type={type} isTried={isTried} change={change} />
        {remove && (
          <Button variant="default" aria-label={segmentsPage.removeCondition(at)} onClick={remove}>
            ×
          </Button>
        )}
      </Group>
    </fieldset>
  );
}

function Operands({
  condition,
  type,
  isTried,
  change,
}: Pick<Line, 'condition' | 'isTried' | 'change'> & { type: RuleFieldType }) {
  const { segmentsPage } = useTexts();
  const { field, operator, operands } = condition;
  const takes = takenBy(type, operator);
  const labels = takes.length === 1 ? [segmentsPage.value] : [segmentsPage.from, segmentsPage.to];
  return takes.map((kind, place) => (
    <OperandInput
      // An operand has no name but its place.
      key={place}
      kind={kind === 'days' ? 'days' : type}
      isCountry={field === 'country' && (operator === 'is' || operator === 'is not')}
      label={kind === 'days' ? segmentsPage.days : labels[place]!}
      value={operands[place] ?? ''}
      isMissing={isTried && (operands[place] ?? '').trim() === ''}
      change={(value) =>
        change({
          ...condition,
          operands: operands.map((one, index) => (index === place ? value : one)),
        })
      }
    />
  ));
}
