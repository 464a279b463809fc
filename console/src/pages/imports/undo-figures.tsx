import type { Move } from '../../../../client/src/index.ts';
import { useTexts } from '../../texts/texts.ts';
import { FigureRow } from './figures.tsx';

/** Contacts of an undone import or move, by their fate. */
export function UndoFigures({ of: undone }: { of: NonNullable<Move['undo']> }) {
  const { importSteps, importStatuses } = useTexts();
  return (
    <>
      <FigureRow
        of={[
          { name: importSteps.removed, count: undone.contacts_removed },
          { name: importSteps.restored, count: undone.contacts_restored },
          { name: importSteps.kept, count: undone.contacts_kept },
          { name: importSteps.gone, count: undone.contacts_gone },
        ]}
      />
      {undone.opt_outs_kept > 0 && <p className="soft">{importStatuses.optOutsKept(undone.opt_outs_kept)}</p>}
    </>
  );
}
