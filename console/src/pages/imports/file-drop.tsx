import { Button, FileButton } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import styles from './file-drop.module.css';

/** Takes a file that is dropped on it, or chosen by its button. */
export function FileDrop({ file, choose }: { file: File | null; choose: (file: File) => void }) {
  const { importsPage } = useTexts();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) choose(dropped);
  };
  return (
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="soft">{importsPage.fileHint}</p>
      {file && <strong>{file.name}</strong>}
      <FileButton accept=".csv,text/csv" onChange={(chosen) => chosen && choose(chosen)}>
        {(props) => (
          <Button variant="default" {...props}>
            {importsPage.choose}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
