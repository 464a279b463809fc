import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BulkChange } from '../../../../client/src/index.ts';
import { bulkChangeQuery } from '../../data/bulk-changes.ts';
import { api } from '../../data/client.ts';
import { segments, unsubscribeGroups } from '../../data/lists.ts';
import { problemOf } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { BULK_UNDO_SECONDS, offerBulkUndo } from './bulk-undo.ts';

type Action = BulkChange['action'];
const ACTIONS: readonly Action[] = ['unsubscribe', 'segment_add', 'segment_remove', 'delete'];

/** A button that changes all contacts that a search finds: they are counted first, and it begins a moment later, so that it can be taken back. */
export function BulkChangeButton({ search }: { search: string }) {
  const { bulk: texts, close: closeText } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const [id, setId] = useState<number | null>(null);
  /** A change that is not started would be one of the few that an account may have. */
  const leave = (): void => {
    if (id !== null) void api.bulkChangeCancel({ id }).catch(() => {});
    setId(null);
  };
  const started = (): void => {
    setId(null);
    close();
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {search === '' ? texts.all : texts.found}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => {
          leave();
          close();
        }}
        title={texts.title}
        closeButtonProps={{ 'aria-label': closeText }}
      >
        <Stack>
          <p className="soft">{texts.about(search)}</p>
          {id === null ? (
            <Choose search={search} made={setId} />
          ) : (
            <Confirm id={id} leave={leave} started={started} />
          )}
        </Stack>
      </Modal>
    </>
  );
}

function Choose({ search, made }: { search: string; made: (id: number) => void }) {
  const texts = useTexts();
  const { bulk } = texts;
  const [action, setAction] = useState<Action>('unsubscribe');
  const [target, setTarget] = useState<string | null>(null);
  const groups = useQuery(unsubscribeGroups);
  const rules = useQuery(segments);
  const isGroup = action === 'unsubscribe';
  const targets = isGroup
    ? (groups.data ?? []).map(({ id, group_name }) => ({ value: String(id), label: group_name }))
    : (rules.data ?? []).map(({ id, segment_name }) => ({ value: String(id), label: segment_name }));
  const save = useMutation({
    mutationFn: () =>
      api.bulkChangeSave({
        action,
        ...(search !== '' && { search }),
        ...(action !== 'delete' && {
          [isGroup ? 'unsubscribe_groups_id' : 'segment_id']: Number(target),
        }),
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
        {action !== 'delete' && (
          <Select
            label={isGroup ? bulk.group : bulk.segment}
            {...(!isGroup && { description: bulk.segmentHint })}
            data={targets}
            value={target}
            onChange={setTarget}
            searchable
          />
        )}
        {save.isError && <p role="alert">{problemOf(save.error, texts)}</p>}
        <Button type="submit" loading={save.isPending} disabled={action !== 'delete' && target === null}>
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
            ? change.failure
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
