import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core';
import type { Editor } from 'grapesjs';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { BoldIcon, ItalicIcon, LinkIcon, UnderlineIcon } from '../../app/icons.tsx';
import { useTexts } from '../../texts/texts.ts';
import { FieldMenu } from '../campaigns/insert-field.tsx';
import styles from './editor.module.css';

const STYLES = [
  ['bold', BoldIcon],
  ['italic', ItalicIcon],
  ['underline', UnderlineIcon],
] as const satisfies readonly (readonly [string, ComponentType])[];

function useWriting(editor: Editor): boolean {
  const [isWriting, setWriting] = useState(false);
  useEffect(() => {
    const begin = (): void => setWriting(true);
    const end = (): void => setWriting(false);
    editor.on('rte:enable', begin);
    editor.on('rte:disable', end);
    return () => {
      editor.off('rte:enable', begin);
      editor.off('rte:disable', end);
    };
  }, [editor]);
  return isWriting;
}

function run(editor: Editor, command: string, value?: string): void {
  const { document } = editor.Canvas.getWindow();
  editor.Canvas.getFrameEl().focus();
  // The only way to change a selection in editable text; the HTML standard (6.6.4) keeps it.
  document.execCommand(command, false, value);
}

const LOOK = { variant: 'subtle', c: 'var(--ink)' } as const;

/** Always shown, to avoid a layout shift. */
export function TextBar({ editor }: { editor: Editor }) {
  const { editor: texts } = useTexts();
  const isWriting = useWriting(editor);
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={texts.writing}
      // The editor ends text editing at a click elsewhere.
      onMouseDown={(event) => event.stopPropagation()}
    >
      {STYLES.map(([command, Icon]) => (
        <ActionIcon
          key={command}
          {...LOOK}
          disabled={!isWriting}
          aria-label={texts[command]}
          onClick={() => run(editor, command)}
        >
          <Icon />
        </ActionIcon>
      ))}
      <SetLink editor={editor} isWriting={isWriting} />
      {isWriting && (
        <FieldMenu
          name={texts.writing}
          choose={(name) => run(editor, 'insertText', `((${name}))`)}
          returnFocus={false}
        />
      )}
      {!isWriting && <span className="soft">{texts.writeHint}</span>}
    </div>
  );
}

function SetLink({ editor, isWriting }: { editor: Editor; isWriting: boolean }) {
  const { editor: texts } = useTexts();
  const [isLinking, setLinking] = useState(false);
  const range = useRef<Range | null>(null);
  const selection = (): Selection | null => editor.Canvas.getDocument()?.getSelection() ?? null;
  const open = (): void => {
    const now = selection();
    range.current = now && now.rangeCount > 0 ? now.getRangeAt(0).cloneRange() : null;
    setLinking(true);
  };
  const set = (url: string): void => {
    setLinking(false);
    const now = selection();
    if (!range.current || !now) return;
    now.removeAllRanges();
    now.addRange(range.current);
    if (range.current.collapsed) run(editor, 'insertText', url);
    else run(editor, 'createLink', url);
  };
  return (
    <Popover opened={isLinking} onChange={setLinking} trapFocus returnFocus withArrow>
      <Popover.Target>
        <ActionIcon
          {...LOOK}
          disabled={!isWriting}
          aria-label={texts.link}
          aria-expanded={isLinking}
          onClick={open}
        >
          <LinkIcon />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <LinkForm set={set} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LinkForm({ set }: { set: (url: string) => void }) {
  const { editor: texts } = useTexts();
  const [url, setUrl] = useState('https://');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(url);
      }}
    >
      <Group align="end">
        <TextInput
          label={texts.linkTo}
          description={texts.linkHint}
          value={url}
          data-autofocus
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!/^(?:https?:\/\/.|mailto:.|tel:.|\(\()/.test(url)}>
          {texts.setLink}
        </Button>
      </Group>
    </form>
  );
}
