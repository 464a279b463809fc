import { Button, Group } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from './formats.ts';
import type { OfferedDraft } from './use-kept-draft.ts';

interface OfferedDraftNoteProps {
  readonly offer: OfferedDraft | null;
  /** A restored draft would replace what was changed elsewhere. */
  readonly isParted?: boolean;
}

/** Offers an earlier draft that was never stored. If it replaces later changes, it warns until the draft is saved. */
export function OfferedDraftNote({ offer, isParted = false }: OfferedDraftNoteProps) {
  const { keptDrafts } = useTexts();
  const { dateTime } = useFormats();
  if (!offer)
    return isParted ? (
      <p role="status" className="note">
        {keptDrafts.replaces}
      </p>
    ) : null;
  return (
    <div role="status" className="note">
      <strong>{keptDrafts.title}</strong>
      <p>{keptDrafts.hint(dateTime(new Date(offer.at)))}</p>
      {offer.isParted && <p>{keptDrafts.parted}</p>}
      <Group>
        <Button onClick={offer.restore}>{keptDrafts.restore}</Button>
        <Button variant="default" onClick={offer.discard}>
          {keptDrafts.discard}
        </Button>
      </Group>
    </div>
  );
}
