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

interface FoundUses {
  readonly uses: readonly Use[];
  /** Further records use the field. */
  readonly isMore: boolean;
}

/** Records that use a field; null: not read yet. */
export function useFieldUses(): (field: CustomField) => FoundUses | null {
  const { data } = useQuery(fieldUses);
  return ({ id }) => {
    if (!data) return null;
    const found = data.find((one) => one.id === id);
    return { uses: found ? allOf(found) : [], isMore: found?.more === true };
  };
}

/** Where a field is used, in its row. */
export function FieldUsesLine({ found }: { found: FoundUses | null }) {
  const { fieldsPage } = useTexts();
  if (found === null) return null;
  const { uses, isMore } = found;
  if (uses.length === 0) return <div>{fieldsPage.unused}</div>;
  return (
    <details>
      <summary>{fieldsPage.usedIn(uses.length, isMore)}</summary>
      <UseList uses={uses} />
      {isMore && <p>{fieldsPage.more}</p>}
    </details>
  );
}

export interface AskedDeletion {
  readonly field: CustomField;
  readonly run: () => void;
}

interface DeleteFieldProps {
  /** Null: none yet. */
  readonly asked: AskedDeletion | null;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Lists the records that use a field before it is deleted. A field of a segment's rule cannot be deleted. */
export function DeleteField({ asked, isOpen, close }: DeleteFieldProps) {
  const { fieldsPage } = useTexts();
  const name = useFieldName()(asked?.field.field_name ?? '');
  const read = useQuery(fieldUses);
  const usesOf = useFieldUses();
  const { uses, isMore } = (asked && usesOf(asked.field)) ?? { uses: [], isMore: false };
  const segments = uses.filter(({ kind }) => kind === 'segment');
  const isHeld = segments.length > 0;
  return (
    <AskFirst
      isOpen={isOpen}
      isGrave
      title={fieldsPage.deleteTitle(name)}
      hint={isHeld ? fieldsPage.heldBy(segments.length, isMore) : fieldsPage.deleteHint}
      no={fieldsPage.keep}
      yes={fieldsPage.deleteYes}
      isOff={isHeld || !read.isSuccess || read.isFetching}
      run={() => {
        close();
        asked?.run();
      }}
      close={close}
    >
      {read.isFetching && <Waiting rows={2} />}
      {read.isError && <Unread error={read.error} retry={() => void read.refetch()} />}
      {!isHeld && uses.length > 0 && <p>{fieldsPage.deleteUses(uses.length, isMore)}</p>}
      {uses.length > 0 && <UseList uses={isHeld ? segments : uses} />}
      {isMore && <p>{fieldsPage.more}</p>}
    </AskFirst>
  );
}
