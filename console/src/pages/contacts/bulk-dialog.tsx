import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { BulkChange } from '../../../../client/src/index.ts';
import { Dialog } from '../../app/dialog.tsx';
import { Select } from '../../app/select.tsx';
import { TagField } from '../../app/tag-field.tsx';
import { bulkChangeQuery } from '../../data/bulk-changes.ts';
import { api } from '../../data/client.ts';
import { type ContactSearch, changeFiltersOf, isPlainSearch } from '../../data/contact-search.ts';
import { segments, unsubscribeGroups } from '../../data/lists.ts';
import { failureWords } from '../../data/own-failures.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { type Texts, useTexts } from '../../texts/texts.ts';
import { BULK_UNDO_SECONDS, offerBulkUndo } from './bulk-undo.ts';

export type BulkAction = BulkChange['action'];
const ACTIONS: readonly BulkAction[] = [
  'unsubscribe',
  'unsubscribe_all',
  'segment_add',
  'segment_remove',
  'tag_add',
  'tag_remove',
  'delete',
];

/** Contacts to change: those with these ids, or all that a search finds. */
export interface ChosenContacts {
  readonly ids?: readonly number[];
  readonly search?: ContactSearch;
}

interface BulkDialogProps {
  readonly chosen: ChosenContacts;
  /** Preselected. */
  readonly action?: BulkAction;
  readonly close: () => void;
  readonly started: () => void;
}

/** Contacts are counted first, and the change begins a moment later, so that it can be undone. */
export function BulkDialog({ chosen, action, close, started }: BulkDialogProps) {
  const { bulk: texts } = useTexts();
  const [id, setId] = useState<number | null>(null);
  const isClosed = useRef(false);
  /** The number before it is drawn: the dialog may be closed in between. */
  const latest = useRef<number | null>(null);
  /** A change that is not started would be one of the few that an account may have. */
  const cancel = (made: number): void => void api.bulkChangeCancel({ id: made }).catch(() => {});
  const leave = (): void => {
    if (latest.current !== null) cancel(latest.current);
    latest.current = null;
    setId(null);
  };
  // The answer may come after the dialog is closed.
  const made = (given: number): void => {
    if (isClosed.current) return cancel(given);
    latest.current = given;
    setId(given);
  };
  return (
    <Dialog
      opened
      onClose={() => {
        isClosed.current = true;
        leave();
        close();
      }}
      title={texts.title}
    >
      <Stack>
        <p className="soft">{aboutOf(chosen, texts)}</p>
        {id === null ? (
          <Choose chosen={chosen} first={action ?? 'unsubscribe'} made={made} />
        ) : (
          <Confirm id={id} leave={leave} started={started} />
        )}
      </Stack>
    </Dialog>
  );
}

function aboutOf({ ids, search = {} }: ChosenContacts, texts: Texts['bulk']): string {
  if (ids) return texts.aboutChosen(ids.length);
  if (isPlainSearch(search) && search.audience === undefined) return texts.about(search.q ?? '');
  return texts.aboutFound;
}

function Choose({
  chosen,
  first,
  made,
}: {
  chosen: ChosenContacts;
  first: BulkAction;
  made: (id: number) => void;
}) {
  const texts = useTexts();
  const { bulk, tagFields } = texts;
  const [action, setAction] = useState<BulkAction>(first);
  const [target, setTarget] = useState<string | null>(null);
  const groups = useQuery(unsubscribeGroups);
  const rules = useQuery(segments);
  const isGroup = action === 'unsubscribe';
  const isTag = action === 'tag_add' || action === 'tag_remove';
  const needsTarget = action !== 'delete' && action !== 'unsubscribe_all';
  const isSegment = action === 'segment_add' || action === 'segment_remove';
  const targets = isGroup
    ? (groups.data ?? []).map(({ id, group_name }) => ({ value: String(id), label: group_name }))
    : (rules.data ?? []).map(({ id, segment_name }) => ({ value: String(id), label: segment_name }));
  const save = useMutation({
    mutationFn: () =>
      api.bulkChangeSave({
        action,
        ...(chosen.ids ? { contact_ids: [...chosen.ids] } : changeFiltersOf(chosen.search ?? {})),
        ...(isTag && { tag: target ?? '' }),
        ...(isGroup && { unsubscribe_groups_id: Number(target) }),
        ...(isSegment && { segment_id: Number(target) }),
      }),
    onSuccess: ({ id }) => made(id),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Select
          label={bulk.action}
          data={ACTIONS.map((value) => ({ value, label: bulk.actions[value] }))}
          value={action}
          onChange={(value) => {
            setAction(value ?? 'unsubscribe');
            setTarget(null);
          }}
          allowDeselect={false}
        />
        {isTag && (
          <TagField
            label={tagFields.one}
            value={target ?? ''}
            change={setTarget}
            error={fieldProblems(save.error)['tag']}
          />
        )}
        {(isGroup || isSegment) && (
          <Select
            label={isGroup ? bulk.group : bulk.segment}
            description={isGroup ? null : bulk.segmentHint}
            data={targets}
            value={target}
            onChange={setTarget}
            nothingFoundMessage={isGroup ? bulk.noGroups : bulk.noSegments}
            searchable
          />
        )}
        {save.isError && fieldProblems(save.error)['tag'] === undefined && (
          <p role="alert">{problemOf(save.error, texts)}</p>
        )}
        <Button type="submit" loading={save.isPending} disabled={needsTarget && !target?.trim()}>
          {bulk.count}
        </Button>
      </Stack>
    </form>
  );
}

function Confirm({ id, leave, started }: { id: number; leave: () => void; started: () => void }) {
  const texts = useTexts();
  const { bulk } = texts;
  const found = useQuery(bulkChangeQuery(id));
  const start = useMutation({
    mutationFn: ({ id }: BulkChange) => api.bulkChangeStart({ id, undo_seconds: BULK_UNDO_SECONDS }),
    onSuccess: async (_, { action, contacts_matched: matched }) => {
      started();
      offerBulkUndo(id, bulk.soon[action](matched, BULK_UNDO_SECONDS), texts);
      await queries.invalidateQueries({ queryKey: ['bulk-changes'] });
    },
  });
  const change = found.data;
  const isCounted = change?.state === 'ready';
  const matched = change?.contacts_matched ?? 0;
  const error = found.error ?? start.error;
  return (
    <>
      <p role="status">
        {!change || change.state === 'counting'
          ? bulk.counting(matched)
          : change.state === 'failed'
            ? failureWords(change.failure ?? '', texts)
            : matched === 0
              ? bulk.noContacts
              : `${bulk.warning[change.action](matched)} ${bulk.undoable(BULK_UNDO_SECONDS)}`}
      </p>
      {error && <p role="alert">{problemOf(error, texts)}</p>}
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          {bulk.keep}
        </Button>
        {isCounted && matched > 0 && (
          <Button
            loading={start.isPending}
            {...(change.action === 'delete' && { color: 'red.9' })}
            onClick={() => start.mutate(change)}
          >
            {bulk.confirm[change.action](matched)}
          </Button>
        )}
      </Group>
    </>
  );
}
