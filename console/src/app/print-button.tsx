import { Button } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';

/** Opens the browser's window for printing; what paper shows is in `app/print.css`. */
export function PrintButton() {
  const { reportsPage } = useTexts();
  return (
    <Button variant="default" onClick={() => print()}>
      {reportsPage.print}
    </Button>
  );
}
