import type { OperatedAccount } from '../../data/operator.ts';
import { useTexts } from '../../texts/texts.ts';
import { State } from './state.tsx';

/** A suspension is shown first, because an operator can end it. */
export function AccountState({
  account: { suspended_at, closed_at, braked_at },
}: {
  account: Pick<OperatedAccount, 'suspended_at' | 'closed_at' | 'braked_at'>;
}) {
  const { operatorPage } = useTexts();
  if (suspended_at !== null) return <State isGood={false}>{operatorPage.suspended}</State>;
  if (closed_at !== null) return <State isGood={false}>{operatorPage.closed}</State>;
  if (braked_at !== null) return <State isGood={false}>{operatorPage.braked}</State>;
  return <State isGood>{operatorPage.active}</State>;
}
