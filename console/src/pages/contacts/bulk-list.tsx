import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkChange } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { noteProblem } from '../../app/problem-note.ts';
import rows from '../../app/rows.module.css';
import { bulkChangesQuery, isMoving, shownChanges } from '../../data/bulk-changes.ts';
import { api } from '../../data/client.ts';
import { failureWords } from '../../data/own-failures.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { undoBulkChange } from './bulk-undo.ts';

/** Changes of many contacts that are under way, and those that ended today. Nothing where there was none. */
export function BulkList() {
  const { bulk: texts } = useTexts();
  const { data } = useQuery(bulkChangesQuery);
  const moving = data?.filter(isMoving).length ?? 0;
  const before = useRef(moving);
  // Lists show the effect of a change after its end.
  useEffect(() => {
    if (moving < before.current)
      void queries.invalidateQueries({ predicate: ({ queryKey: [room] }) => room !== 'bulk-changes' });
    before.current = moving;
  }, [moving]);
  const shown = shownChanges(data ?? []);
  if (shown.length === 0) return null;
  return (
    <section className="card" aria-labelledby="bulk-changes">
      <h2 id="bulk-changes">{texts.under}</h2>
      <ul className={rows.rows}>
        {shown.map((change) => (
          <Row key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
}

function Row({ change }: { change: BulkChange }) {
  const texts = useTexts();
  const { bulk } = texts;
  const { dateTime } = useFormats();
  const {
    id,
    action,
    state,
    failure,
    contacts_done: done,
    contacts_matched: all,
    percent,
    starts_in,
  } = change;
  const settle = {
    onError: (error: unknown) => noteProblem(error, texts),
    onSettled: () => queries.invalidateQueries({ queryKey: ['bulk-changes'] }),
  };
  const stop = useMutation({ mutationFn: () => api.bulkChangeCancel({ id }), ...settle });
  const again = useMutation({ mutationFn: () => api.bulkChangeStart({ id }), ...settle });
  const undo = useMutation({ mutationFn: () => undoBulkChange(id, texts) });
  const waits = starts_in > 0;
  return (
    <li>
      <div>
        <strong>{bulk.actions[action]}</strong>
        <div className="soft">
          {waits ? bulk.waits(all, starts_in) : `${bulk.states[state]}, ${bulk.done(done, all)}`}
        </div>
        {failure !== null && <div>{failureWords(failure, texts)}</div>}
        <div className="soft">{dateTime(change.created_at)}</div>
        {state === 'running' && !waits && (
          <Progress value={percent} aria-label={bulk.actions[action]} mt="xs" />
        )}
      </div>
      {waits && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={bulk.undoOf(bulk.actions[action])}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {texts.undo}
        </Button>
      )}
      {!waits && (state === 'running' || state === 'ready') && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={bulk.stopOf(bulk.actions[action])}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {bulk.stop}
        </Button>
      )}
      {state === 'failed' && change.finished_at === null && (
        <Button variant="default" size="compact-md" loading={again.isPending} onClick={() => again.mutate()}>
          {bulk.again}
        </Button>
      )}
    </li>
  );
}
