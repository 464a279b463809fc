import { Button, Group } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from './formats.ts';
import type { OfferedDraft } from './use-kept-draft.ts';

/** Offers an earlier draft that was never stored. */
export function OfferedDraftNote({ offer }: { offer: OfferedDraft | null }) {
  const { keptDrafts } = useTexts();
  const { dateTime } = useFormats();
  if (!offer) return null;
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
