import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { FoundContact } from '../../../../client/src/index.ts';
import { writeTags } from '../../../../shared/tags.ts';
import { useFormats } from '../../app/formats.ts';
import type { StatusFilter } from '../../data/contact-search.ts';
import { useFieldName } from '../../data/field-names.ts';
import { customFields } from '../../data/lists.ts';
import { RULE_CONTACT_FIELDS } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';

export interface ContactColumn {
  readonly key: string;
  readonly name: string;
  readonly value: (contact: FoundContact) => string;
}

const DEFAULT = ['fullname', 'contact_type', 'contact_status', 'created_at'];

/** All columns that may be shown besides the address, and the chosen ones, which the browser keeps. */
export function useContactColumns() {
  const { contactsPage, contactTable } = useTexts();
  const { date } = useFormats();
  const fieldName = useFieldName();
  const custom = useQuery(customFields);
  const [chosen, choose] = useLocalStorage<readonly string[]>({
    key: 'console-contact-columns',
    defaultValue: DEFAULT,
  });
  const all: readonly ContactColumn[] = [
    { key: 'fullname', name: contactsPage.name, value: ({ fullname }) => fullname },
    { key: 'contact_type', name: contactsPage.audience, value: ({ contact_type }) => contact_type.name },
    {
      key: 'contact_status',
      name: contactTable.status,
      value: ({ contact_status: status }) => contactTable.statuses[status as StatusFilter] ?? status,
    },
    { key: 'created_at', name: contactsPage.added, value: ({ created_at }) => date(created_at) },
    { key: 'updated_at', name: contactTable.changed, value: ({ updated_at }) => date(updated_at) },
    { key: 'tags', name: fieldName('tags'), value: ({ tags }) => writeTags(tags) },
    ...RULE_CONTACT_FIELDS.filter((name) => name !== 'email').map((name) => ({
      key: name,
      name: fieldName(name),
      value: (contact: FoundContact) => contact[name] ?? '',
    })),
    ...(custom.data ?? []).map(({ field_name: name }) => ({
      key: `custom_${name}`,
      name: fieldName(name),
      value: ({ custom_field }: FoundContact) => custom_field?.[name]?.field_value ?? '',
    })),
  ];
  return { all, shown: all.filter(({ key }) => chosen.includes(key)), chosen, choose };
}
