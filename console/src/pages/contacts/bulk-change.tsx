import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ContactSearch, isUnfiltered } from '../../data/contact-search.ts';
import { useTexts } from '../../texts/texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';

/** Begins a change of all contacts that a search finds. */
export function BulkChangeButton({ search }: { search: ContactSearch }) {
  const { bulk: texts } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {isUnfiltered(search) ? texts.all : texts.found}
      </Button>
      {isOpen && <BulkDialog chosen={{ search }} close={close} started={close} />}
    </>
  );
}
