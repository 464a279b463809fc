import { AddLine } from '../../app/add-line.tsx';
import { useTexts } from '../../texts/texts.ts';

/** A line for addresses to unsubscribe. */
export function AddOptOuts({ add }: { add: (addresses: string) => Promise<void> }) {
  const { optOuts } = useTexts();
  return (
    <AddLine
      label={optOuts.unsubscriber}
      hint={optOuts.unsubscribeHint}
      button={optOuts.unsubscribe}
      input="email_address"
      isList
      add={add}
    />
  );
}
