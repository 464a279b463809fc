import { operatedKeys } from '../../data/operator.ts';
import { useTexts } from '../../texts/texts.ts';
import { KeySection } from '../settings/keys.tsx';

export function AccountKeys({ id }: { id: number }) {
  const { operatorPage } = useTexts();
  return (
    <KeySection
      of={operatedKeys(id)}
      hint={operatorPage.keysHint}
      none={operatorPage.noKeys}
      madeTitle={operatorPage.madeKeys}
    />
  );
}
