import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { problemOf } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';

interface ChangedElsewhereProps {
  readonly loadTheirs: () => Promise<void>;
  readonly keepMine: () => Promise<void>;
  readonly warning?: string | null;
}

/** Another tab or person has changed the record that is edited here. The person chooses which version to keep. */
export function ChangedElsewhere({ loadTheirs, keepMine, warning = null }: ChangedElsewhereProps) {
  const texts = useTexts();
  const own = texts.campaignsPage.compose.elsewhere;
  const load = useMutation({ mutationFn: loadTheirs });
  const keep = useMutation({ mutationFn: keepMine });
  const error = load.error ?? keep.error;
  return (
    <div role="alert" className={styles.warning}>
      <strong>{own.title}</strong>
      <p>{own.hint}</p>
      {warning !== null && <p>{warning}</p>}
      {error && <p className={styles.failed}>{problemOf(error, texts)}</p>}
      <Group>
        <Button loading={load.isPending} disabled={keep.isPending} onClick={() => load.mutate()}>
          {own.load}
        </Button>
        <Button
          variant="default"
          loading={keep.isPending}
          disabled={load.isPending}
          onClick={() => keep.mutate()}
        >
          {own.keep}
        </Button>
      </Group>
    </div>
  );
}
