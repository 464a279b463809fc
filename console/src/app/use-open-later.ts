import { useEffect, useState } from 'react';

/** Whether a dialog is open; never in its first drawing, because a dialog that opens later notes where the focus was, and gives it back. */
export function useOpenLater(isOpen: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return isDrawn && isOpen;
}
