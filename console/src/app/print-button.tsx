import { Button } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

/** `app/print.css` has the look on paper. */
export function PrintButton() {
  const { reportsPage } = useTexts();
  return (
    <Button variant="default" onClick={() => print()}>
      {reportsPage.print}
    </Button>
  );
}
