import { Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Import } from '../../../../client/src/index.ts';
import { AskedButton } from '../../app/ask-first.tsx';
import { useFormats } from '../../app/formats.ts';
import { noteProblem } from '../../app/problem-note.ts';
import { api } from '../../data/client.ts';
import { failureWords } from '../../data/own-failures.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { UndoFigures } from './undo-figures.tsx';

export function UndoImport({ one }: { one: Import }) {
  const texts = useTexts();
  const { importSteps } = texts;
  const { date } = useFormats();
  const undo = useMutation({
    mutationFn: () => api.importUndo({ id: one.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['import', one.id] }),
    onError: (error) => noteProblem(error, texts),
  });
  const { undo: undone, undoable_until: until } = one;
  if (undone === null && (until === null || Date.parse(until) < Date.now())) return null;
  return (
    <section className="card" aria-labelledby="undo">
      <h2 id="undo">{importSteps.undoTitle}</h2>
      {undone === null || undone.state === 'failed' ? (
        <>
          {undone?.failure && <p role="alert">{failureWords(undone.failure, texts)}</p>}
          <p className="soft">{importSteps.undoHint(until === null ? '' : date(until))}</p>
          <AskedButton
            name={importSteps.undo}
            title={importSteps.undoAsk}
            hint={importSteps.undoFinal}
            yes={importSteps.undo}
            no={texts.campaignsPage.compose.notYet}
            isPending={undo.isPending}
            run={() => undo.mutate()}
          />
        </>
      ) : (
        <div role="status">
          <p>
            <strong>{importSteps.undoStates[undone.state]}</strong>
          </p>
          <Progress value={undone.percent} aria-label={importSteps.undoTitle} />
          <UndoFigures of={undone} />
          {undone.contacts_kept > 0 && <p className="soft">{importSteps.keptHint}</p>}
        </div>
      )}
    </section>
  );
}
