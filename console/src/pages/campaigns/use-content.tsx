import { Button } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';

interface UseContentProps {
  readonly name: string;
  readonly use: () => void;
  /** The email has this content. The button keeps the focus. */
  readonly isUsed?: boolean;
}

/** The only switch from one content of an email to another. */
export function UseContent({ name, use, isUsed = false }: UseContentProps) {
  const { pair, campaignsPage } = useTexts();
  const { replacing } = campaignsPage.compose;
  const said = isUsed ? replacing.inUse : replacing.use;
  return (
    <Button
      size="compact-md"
      variant={isUsed ? 'light' : 'default'}
      aria-disabled={isUsed}
      aria-label={pair(said, name)}
      onClick={() => isUsed || use()}
    >
      {said}
    </Button>
  );
}
