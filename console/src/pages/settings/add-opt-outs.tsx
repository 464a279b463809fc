import { AddLine } from '../../app/add-line.tsx';
import { formDraft } from '../../app/use-kept-draft.ts';
import { useTexts } from '../../texts/texts.ts';

/** A line for addresses to unsubscribe. */
export function AddOptOuts({
  of,
  add,
}: {
  /** The subscription type to unsubscribe from. Absent: from all. */
  of?: number;
  add: (addresses: string) => Promise<void>;
}) {
  const { optOuts } = useTexts();
  return (
    <AddLine
      label={optOuts.unsubscriber}
      hint={optOuts.unsubscribeHint}
      button={optOuts.unsubscribe}
      input="email_address"
      isList
      draft={formDraft('opt-outs', of)}
      add={add}
    />
  );
}
