import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DateField } from '../../app/date-field.tsx';
import { dotted } from '../../app/dotted.ts';
import { keyPairs } from '../../data/access.ts';
import { AUDIT_KINDS, type AuditSearch, auditSearch } from '../../data/audit-search.ts';
import { useTexts } from '../../texts/texts.ts';

/** The characters of a public key that entries have. */
const KEY_SHOWN = 11;
/** Of a choice that is a key and no kind of actor. */
const KEY = 'key:';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly problems: Readonly<Record<string, string>>;
}

/** Chooses the acts that are shown, by kind, actor and day, which the address keeps. */
export function AuditFilters({ search, problems }: AuditFiltersProps) {
  const { audit, contactTable, keys: keyTexts, reportsPage } = useTexts();
  const navigate = useNavigate();
  const pairs = useQuery(keyPairs);
  const [clearings, setClearings] = useState(0);
  const go = (to: AuditSearch): Promise<void> =>
    navigate({ to: '/settings/activity', search: to, replace: true, resetScroll: false });
  const set = (changes: Readonly<Record<string, unknown>>): void =>
    void go(auditSearch({ ...search, ...changes }));
  const known = (pairs.data ?? []).map(({ id, name }, at, all) => {
    const start = id.slice(0, KEY_SHOWN);
    const isAlone = all.every((other, place) => place === at || other.name !== name);
    return {
      value: `${KEY}${start}`,
      label: audit.program(dotted(name || keyTexts.unnamed, !isAlone && start)),
    };
  });
  const by = search.key === undefined ? (search.by ?? '') : `${KEY}${search.key.slice(0, KEY_SHOWN)}`;
  const actors = [
    { value: '', label: audit.anyone },
    { value: 'person', label: audit.people },
    { value: 'operator', label: audit.operator },
    { value: 'key', label: audit.allKeys },
    ...known,
    // A key pair that was revoked.
    ...(by.startsWith(KEY) && !known.some(({ value }) => value === by)
      ? [{ value: by, label: audit.program(by.slice(KEY.length)) }]
      : []),
  ];
  const date = (name: 'from' | 'to') => (
    <DateField
      // A date of which a part is deleted has no value, and still has its other parts.
      key={`${name} ${clearings}`}
      label={reportsPage[name]}
      value={search[name] ?? ''}
      error={problems[name]}
      choose={(value) => set({ [name]: value })}
    />
  );
  return (
    <Group align="flex-end" role="search" aria-label={audit.filters} mt="sm">
      <NativeSelect
        label={audit.kind}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) => set({ kind: value })}
        data={[
          { value: '', label: audit.anyKind },
          ...AUDIT_KINDS.map((value) => ({ value, label: audit.kinds[value] })),
        ]}
      />
      <NativeSelect
        label={audit.by}
        value={by}
        error={problems['key']}
        onChange={({ currentTarget: { value } }) =>
          set(
            value.startsWith(KEY)
              ? { by: undefined, key: value.slice(KEY.length) }
              : { by: value, key: undefined },
          )
        }
        data={actors}
      />
      {date('from')}
      {date('to')}
      {Object.keys(search).length > 0 && (
        <Button
          variant="default"
          // Fields that are drawn before the address has changed would show its old dates.
          onClick={() => void go({}).then(() => setClearings((now) => now + 1))}
        >
          {contactTable.reset}
        </Button>
      )}
    </Group>
  );
}
