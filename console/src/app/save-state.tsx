import { createContext, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../texts/texts.ts';
import type { SaveState } from './saving.ts';

/** The place in the head of a page where a form shows whether it is saved; null on pages without one. */
export const HeadPlace = createContext<HTMLElement | null>(null);

interface FormStanding {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isChanged: boolean;
  readonly isParted: boolean;
}

/** The state of a form that a button saves. */
export const formState = ({ isPending, isError, isChanged, isParted }: FormStanding): SaveState => {
  if (isPending) return 'saving';
  if (isParted) return 'conflict';
  if (!isChanged) return 'saved';
  return isError ? 'failed' : 'unsaved';
};

/** Shows in the head of the page, which stays in view, whether a form is saved. */
export function SaveStateInHead({ state }: { state: SaveState }) {
  const { saves } = useTexts().campaignsPage.compose;
  const place = useContext(HeadPlace);
  if (!place) return null;
  return createPortal(
    <span role="status" className={state === 'failed' || state === 'conflict' ? 'bad' : 'soft'}>
      {saves[state]}
    </span>,
    place,
  );
}
