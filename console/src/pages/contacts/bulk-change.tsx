import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazyPart } from '../../app/failures.tsx';
import { type ContactSearch, isUnfiltered } from '../../data/contact-search.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './contact-table.module.css';

export const ChangeMany = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** Begins a change of all contacts that a search finds. */
export function BulkChangeButton({ search }: { search: ContactSearch }) {
  const { bulk: texts } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" className={styles.action ?? ''} onClick={open}>
        {isUnfiltered(search) ? texts.all : texts.found}
      </Button>
      {isOpen && <ChangeMany chosen={{ search }} close={close} started={close} />}
    </>
  );
}
