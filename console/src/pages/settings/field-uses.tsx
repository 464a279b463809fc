import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CustomField, CustomFieldUses } from '../../../../client/src/index.ts';
import { AskFirst } from '../../app/ask-first.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { type Use, UseList } from '../../app/use-list.tsx';
import { api } from '../../data/client.ts';
import { useFieldName } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';

export const fieldUses = queryOptions({
  queryKey: ['custom-fields', 'uses'],
  queryFn: ({ signal }) => api.customFieldUses({}, { signal }),
  staleTime: 0,
});

const allOf = ({ segments, campaigns, automations, templates }: CustomFieldUses): Use[] => [
  ...segments.map(({ id, name }): Use => ({ kind: 'segment', name, to: `/segments/${id}` })),
  ...campaigns.map(({ utr, name }): Use => ({ kind: 'campaign', name, to: `/campaigns/${utr}` })),
  ...automations.map(({ utr, name }): Use => ({ kind: 'automation', name, to: `/automations/${utr}` })),
  ...templates.map(({ name }): Use => ({ kind: 'template', name, to: '/templates' })),
];

/** Records that use a field; null: not read yet. */
export function useFieldUses(): (field: CustomField) => Use[] | null {
  const { data } = useQuery(fieldUses);
  return ({ id }) => {
    if (!data) return null;
    const found = data.find((one) => one.id === id);
    return found ? allOf(found) : [];
  };
}

/** Where a field is used, in its row. */
export function FieldUsesLine({ uses }: { uses: readonly Use[] | null }) {
  const { fieldsPage } = useTexts();
  if (uses === null) return null;
  if (uses.length === 0) return <div>{fieldsPage.unused}</div>;
  return (
    <details>
      <summary>{fieldsPage.usedIn(uses.length)}</summary>
      <UseList uses={uses} />
    </details>
  );
}

interface DeleteFieldProps {
  readonly field: CustomField;
  readonly run: () => void;
  readonly close: () => void;
}

/** Names what uses a field before it is deleted. A field of a segment's rule stays. */
export function DeleteField({ field, run, close }: DeleteFieldProps) {
  const { fieldsPage } = useTexts();
  const name = useFieldName()(field.field_name);
  const found = useQuery(fieldUses);
  const uses = useFieldUses()(field) ?? [];
  const segments = uses.filter(({ kind }) => kind === 'segment');
  const isHeld = segments.length > 0;
  return (
    <AskFirst
      title={fieldsPage.deleteTitle(name)}
      hint={isHeld ? fieldsPage.heldBy(segments.length) : fieldsPage.deleteHint}
      no={fieldsPage.keep}
      yes={fieldsPage.deleteYes}
      isOff={isHeld || found.isPending}
      run={() => {
        close();
        run();
      }}
      close={close}
    >
      {found.isPending && <Waiting rows={2} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {!isHeld && uses.length > 0 && <p>{fieldsPage.deleteUses(uses.length)}</p>}
      {uses.length > 0 && <UseList uses={isHeld ? segments : uses} />}
    </AskFirst>
  );
}
