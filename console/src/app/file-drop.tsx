import { Button, FileButton } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './file-drop.module.css';

export function FileDrop({
  hint,
  button,
  accept,
  isMany = false,
  choose,
  children,
}: {
  hint: string;
  button: string;
  /** In the form of the `accept` attribute. */
  accept: string;
  isMany?: boolean;
  /** Gets at least one. */
  choose: (files: readonly File[]) => void;
  children?: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const take = (files: readonly File[]): void => {
    if (files.length > 0) choose(isMany ? files : files.slice(0, 1));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
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
      <p className="soft">{hint}</p>
      {children}
      <FileButton
        accept={accept}
        multiple={isMany}
        onChange={(chosen) => take([chosen].flat().filter((file) => file !== null))}
      >
        {(props) => (
          // In a dialog, the focus begins here.
          <Button variant="default" data-autofocus {...props}>
            {button}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
