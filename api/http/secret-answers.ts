import type { ContractRow } from '../contract.ts';

/**
 * Whether the answer shows a secret. It is stored encrypted (keyed calls), and never compressed: next to inputs that a stranger chose, its
 * length would tell parts of the secret (BREACH).
 */
export const answersSecret = ({
  showsSecret,
  extras = [],
}: Pick<ContractRow, 'showsSecret' | 'extras'>): boolean => showsSecret === true || extras.includes('secret');
