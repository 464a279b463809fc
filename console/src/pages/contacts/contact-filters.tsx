import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CONDITIONS_MAX } from '../../../../shared/segment-operators.ts';
import { SearchField } from '../../app/search-field.tsx';
import { Select } from '../../app/select.tsx';
import { type ContactSearch, isUnfiltered, ORDERS, STATUS_FILTERS } from '../../data/contact-search.ts';
import { contactTags, contactTypes, segments } from '../../data/lists.ts';
import { newCondition, withoutKey } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import { useContactColumns } from './contact-columns.ts';
import classes from './contact-filters.module.css';
import { FilterConditions } from './filter-conditions.tsx';

interface FilterProps {
  readonly search: ContactSearch;
  readonly change: (next: ContactSearch) => void;
  /** Of the table of one audience. */
  readonly isOfAudience?: boolean;
  /** Buttons for all found contacts. */
  readonly children?: ReactNode;
}

/** Without the entries that are absent, so that the address stays short. */
function changedBy(
  search: ContactSearch,
  changes: Partial<Record<keyof ContactSearch, unknown>>,
): ContactSearch {
  const all = Object.entries({ ...search, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Of a choice that shows each of these words whole, with its arrow and its button to clear it. */
const widthOf = (words: readonly string[]): string =>
  `${Math.max(...words.map(({ length }) => length))}ch + 4.5rem`;

interface FilterSelectProps {
  readonly label: string;
  /** Whether the choices are the console's own words. */
  readonly isOurs?: boolean;
  /** The words for no filter. */
  readonly all: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | number | undefined;
  readonly choose: (value: string | null) => void;
}

const FilterSelect = ({ label, isOurs = false, all, data, value, choose }: FilterSelectProps) => (
  <Select
    flex={`1 1 calc(${widthOf([all, ...(isOurs ? data.map((one) => one.label) : [])])})`}
    maw="20rem"
    aria-label={label}
    placeholder={all}
    data={[...data]}
    value={value === undefined ? null : String(value)}
    onChange={choose}
    clearable
    clearButtonProps={{ 'aria-label': all }}
  />
);

/** A chosen tag that no contact has any more is shown, too. */
const tagsWith = (tags: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags];

/** Search, filters, order and columns of the table of contacts. */
export function ContactFilters({ search, change, isOfAudience = false, children }: FilterProps) {
  const texts = useTexts();
  const { contactTable, contactsPage, tagFields } = texts;
  const tags = useQuery(contactTags);
  const types = useQuery(contactTypes);
  const rules = useQuery(segments);
  const set = (changes: Partial<Record<keyof ContactSearch, unknown>>): void =>
    change(changedBy(search, changes));
  const idOf = (text: string | null): number | undefined => (text === null ? undefined : Number(text));
  const isClear =
    isUnfiltered(isOfAudience ? changedBy(search, { audience: undefined }) : search) && !search.where;
  const chosen = [
    isOfAudience ? undefined : search.audience,
    search.segment,
    search.status,
    search.tag,
    ...(search.where ?? []),
  ].filter((filter) => filter !== undefined).length;
  const [isOpen, setOpen] = useState(false);
  const folded = isOpen ? '' : ` ${classes['folded']}`;
  return (
    <div className={classes['filters']}>
      <div className={classes['line']}>
        <SearchField
          label={contactsPage.search}
          initial={search.q ?? ''}
          search={(q) => set({ q: q === '' ? undefined : q })}
        />
        <Button
          className={classes['fold']}
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        >
          {contactTable.filters}
          {chosen > 0 && ` (${chosen})`}
        </Button>
        <div className={`${classes['rest']}${folded}`}>
          {!isOfAudience && (
            <FilterSelect
              label={contactsPage.audience}
              all={contactTable.allAudiences}
              data={(types.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={search.audience}
              choose={(id) => set({ audience: idOf(id) })}
            />
          )}
          <FilterSelect
            label={contactTable.segment}
            all={contactTable.allSegments}
            data={(rules.data ?? []).map(({ id, segment_name }) => ({
              value: String(id),
              label: segment_name,
            }))}
            value={search.segment}
            choose={(id) => set({ segment: idOf(id) })}
          />
          <FilterSelect
            label={contactTable.status}
            isOurs
            all={contactTable.anyStatus}
            data={STATUS_FILTERS.map((value) => ({ value, label: contactTable.statuses[value] }))}
            value={search.status}
            choose={(status) => set({ status: status ?? undefined })}
          />
          {((tags.data?.length ?? 0) > 0 || search.tag !== undefined) && (
            <FilterSelect
              label={tagFields.one}
              all={tagFields.any}
              data={tagsWith(tags.data ?? [], search.tag).map((value) => ({ value, label: value }))}
              value={search.tag}
              choose={(tag) => set({ tag: tag ?? undefined })}
            />
          )}
          <Select
            flex={`1 1 calc(${widthOf(Object.values(contactTable.orders))})`}
            maw="20rem"
            aria-label={contactTable.order}
            data={ORDERS.map((value) => ({ value, label: contactTable.orders[value] }))}
            value={search.order ?? 'newest'}
            onChange={(order) => set({ order: order === 'newest' ? undefined : order })}
            allowDeselect={false}
          />
        </div>
      </div>
      {(search.where ?? []).length > 0 && (
        <div className={`${classes['conditions']}${folded}`}>
          <FilterConditions search={search} set={set} />
        </div>
      )}
      <div className={classes['line']}>
        <Button
          className={folded}
          variant="default"
          disabled={(search.where?.length ?? 0) >= CONDITIONS_MAX}
          onClick={() => set({ where: [...(search.where ?? []), withoutKey(newCondition())] })}
        >
          {contactTable.addFilter}
        </Button>
        {!isClear && (
          <Button
            variant="default"
            onClick={() => change(changedBy({}, { audience: isOfAudience ? search.audience : undefined }))}
          >
            {contactTable.reset}
          </Button>
        )}
        <ColumnChoice isOfAudience={isOfAudience} />
        {children}
      </div>
    </div>
  );
}

function ColumnChoice({ isOfAudience }: { isOfAudience: boolean }) {
  const { contactTable } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { all, chosen, choose } = useContactColumns();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button
          className="wide"
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        >
          {contactTable.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="22rem" style={{ overflowY: 'auto' }}>
        <Checkbox.Group label={contactTable.columns} value={[...chosen]} onChange={(keys) => choose(keys)}>
          <Stack gap="xs" mt="xs">
            {all
              .filter(({ key }) => !(isOfAudience && key === 'contact_type'))
              .map(({ key, name }) => (
                <Checkbox key={key} value={key} label={name} />
              ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
