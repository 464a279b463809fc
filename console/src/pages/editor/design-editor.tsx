import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { Component, Editor } from 'grapesjs';
import { type ReactNode, useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { RedoIcon, UndoIcon } from '../../app/icons.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ChooseImage } from '../media/choose-image.tsx';
import { BlockList } from './block-list.tsx';
import { DEVICES, type Device } from './canvas.ts';
import type { Design } from './design.ts';
import styles from './editor.module.css';
import { EmptyMail } from './empty-mail.tsx';
import './grapes.css';
import { SettingsPanel } from './settings-panel.tsx';
import { TextBar } from './text-bar.tsx';
import { useCanvas } from './use-canvas.ts';
import { useEditorState } from './use-editor-state.ts';

/** Width of an email's column, in pixels. */
const MAIL_WIDTH = 600;

interface DesignEditorProps {
  readonly title: string;
  readonly design: Design;
  /** Gets the `template_json` of each change. */
  readonly change: (json: string) => void;
  readonly state: ReactNode;
  readonly notes?: ReactNode;
  readonly leaving: string;
  readonly leave: () => void;
}

export function DesignEditor({ title, design, change, state, notes, leaving, leave }: DesignEditorProps) {
  const texts = useTexts();
  const { editor: own } = texts;
  useDocumentTitle(`${title} · ${texts.product}`);
  const [target, setTarget] = useState<Component | null>(null);
  const { container, editor, writeNow } = useCanvas(design, change, setTarget);
  const choose = ({ url, name, width }: Media): void => {
    if (!target) return;
    target.set('src', url);
    target.addAttributes({ alt: name, width: `${Math.min(width, MAIL_WIDTH)}px` });
    editor?.select(target);
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <span role="status">{state}</span>
        {editor && <Tools editor={editor} />}
        <Button
          onClick={() => {
            writeNow();
            leave();
          }}
        >
          {leaving}
        </Button>
      </header>
      <main className={styles.work}>
        {editor ? <BlockList editor={editor} /> : <div className={styles.blocks} />}
        <div className={styles.middle}>
          <div>
            {editor ? <TextBar editor={editor} /> : <div className={styles.bar}>{own.loading}</div>}
            {notes && <div className={styles.notes}>{notes}</div>}
          </div>
          <div className={styles.canvas}>
            <div ref={container} className={styles.whole} />
            {editor && <EmptyMail editor={editor} />}
          </div>
        </div>
        {editor ? (
          <SettingsPanel editor={editor} head={design.head} chooseImage={setTarget} />
        ) : (
          <div className={styles.settings} />
        )}
      </main>
      <ChooseImage
        isOpen={target !== null}
        close={() => setTarget(null)}
        choose={choose}
        toLibrary={
          <Button component="a" href="/console/media" variant="default">
            {texts.mediaPage.toLibrary}
          </Button>
        }
      />
    </div>
  );
}

function Tools({ editor }: { editor: Editor }) {
  const { editor: texts } = useTexts();
  const { canUndo, canRedo } = useEditorState(editor);
  const [device, setDevice] = useState<Device>('desktop');
  const show = (next: Device): void => {
    setDevice(next);
    editor.setDevice(next);
  };
  return (
    <Group gap="xs">
      <ActionIcon
        variant="subtle"
        c="var(--ink)"
        disabled={!canUndo}
        aria-label={texts.undo}
        onClick={() => editor.UndoManager.undo()}
      >
        <UndoIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        c="var(--ink)"
        disabled={!canRedo}
        aria-label={texts.redo}
        onClick={() => editor.UndoManager.redo()}
      >
        <RedoIcon />
      </ActionIcon>
      <SegmentedControl
        aria-label={texts.width}
        data={(Object.keys(DEVICES) as Device[]).map((value) => ({ value, label: texts.devices[value] }))}
        value={device}
        onChange={show}
      />
    </Group>
  );
}
