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

/** What can be done with the text that is being written. It has its place always, so that nothing jumps. */
export function TextBar({ editor }: { editor: Editor }) {
  const { editor: texts } = useTexts();
  const [isWriting, setWriting] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const range = useRef<Range | null>(null);
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
  const selection = (): Selection | null => editor.Canvas.getDocument()?.getSelection() ?? null;
  const run = (command: string, value?: string): void => {
    const { document } = editor.Canvas.getWindow();
    editor.Canvas.getFrameEl().focus();
    // The one way to change a selection in a text that can be written in; all browsers have it, and will (the HTML standard, 6.6.4).
    document.execCommand(command, false, value);
  };
  const openLink = (): void => {
    const now = selection();
    range.current = now && now.rangeCount > 0 ? now.getRangeAt(0).cloneRange() : null;
    setLinking(true);
  };
  const setLink = (url: string): void => {
    setLinking(false);
    const now = selection();
    if (!range.current || !now) return;
    now.removeAllRanges();
    now.addRange(range.current);
    if (range.current.collapsed) run('insertText', url);
    else run('createLink', url);
  };
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={texts.writing}
      // The editor ends the writing where something else is pressed.
      onMouseDown={(event) => event.stopPropagation()}
    >
      {STYLES.map(([command, Icon]) => (
        <ActionIcon
          key={command}
          variant="subtle"
          c="var(--ink)"
          disabled={!isWriting}
          aria-label={texts[command]}
          onClick={() => run(command)}
        >
          <Icon />
        </ActionIcon>
      ))}
      <Popover opened={isLinking} onChange={setLinking} trapFocus returnFocus withArrow>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            c="var(--ink)"
            disabled={!isWriting}
            aria-label={texts.link}
            aria-expanded={isLinking}
            onClick={openLink}
          >
            <LinkIcon />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <LinkForm set={setLink} />
        </Popover.Dropdown>
      </Popover>
      {isWriting && (
        <FieldMenu
          name={texts.writing}
          choose={(name) => run('insertText', `((${name}))`)}
          returnFocus={false}
        />
      )}
      {!isWriting && <span className="soft">{texts.writeHint}</span>}
    </div>
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
