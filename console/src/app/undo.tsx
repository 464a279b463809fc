import { Button, Group } from '@mantine/core';
import { pendChange, runPending } from '../data/pending-changes.ts';
import { queries } from '../data/queries.ts';
import type { Texts } from '../texts/texts.ts';
import { UNDOES } from './keys.ts';
import { notifications } from './notes.tsx';
import { noteProblem } from './problem-note.ts';

/** Milliseconds to undo a change of the browser. */
const UNDO_MS = 10_000;

let made = 0;
// Leaving the page makes the pending changes at once.
addEventListener('pagehide', () => void runPending());

interface UndoableChange {
  readonly said: string;
  readonly texts: Texts;
  /** Called once, after the time for undoing. */
  readonly change: () => Promise<unknown>;
  /** Called when the change is undone or fails. */
  readonly restore: () => void;
  /** Called when the change was made and the page was read again. */
  readonly done?: () => void;
}

interface Offer {
  readonly id: string;
  readonly said: string;
  readonly texts: Texts;
  readonly takeBack: () => void;
  /** Milliseconds before it closes, longer while a person points at it or has its button in focus. */
  readonly autoClose?: number;
  /** Called when it closes by itself. */
  readonly ended?: () => void;
}

export const offerUndo = ({ id, said, texts, takeBack, autoClose = UNDO_MS, ended }: Offer): void => {
  notifications.show({
    id,
    autoClose,
    ...(ended && { ended }),
    withCloseButton: false,
    message: (
      <Group justify="space-between">
        {said}
        <Button {...UNDOES} size="compact-sm" variant="default" onClick={takeBack}>
          {texts.undo}
        </Button>
      </Group>
    ),
  });
};

async function readAgain(done: () => void): Promise<void> {
  await queries.invalidateQueries();
  done();
}

/** Makes a change only after the time for undoing, because the API cannot undo it. The caller hides deleted entries at once. */
export function undoable({ said, texts, change, restore, done = () => {} }: UndoableChange): void {
  made += 1;
  const id = `undo-${made}`;
  const { run, cancel } = pendChange(async () => {
    notifications.hide(id);
    try {
      await change();
      void readAgain(done);
    } catch (error) {
      restore();
      noteProblem(error, texts);
    }
  });
  const takeBack = (): void => {
    if (!cancel()) return;
    notifications.hide(id);
    restore();
    notifications.show({ message: texts.undone });
  };
  offerUndo({ id, said, texts, takeBack, ended: () => void run() });
}
