import { ActionIcon, Button, ColorSwatch, Group, Menu, Popover, TextInput } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  BoldIcon,
  BulletsIcon,
  ItalicIcon,
  LinkIcon,
  NumbersIcon,
  UnderlineIcon,
  UnlinkIcon,
} from '../../app/icons.tsx';
import { useBrand } from '../../data/brand.ts';
import { fontsFor } from '../../data/brand-look.ts';
import { useTexts } from '../../texts/texts.ts';
import { FallbackInput } from '../campaigns/fallback-input.tsx';
import { FieldMenu } from '../campaigns/insert-field.tsx';
import type { Canvas } from './canvas-parts.ts';
import { useDesign } from './design-store.ts';
import styles from './editor.module.css';
import { FIELD } from './field-chips.ts';
import {
  BLOCK_TAGS,
  fallbackOf,
  insertField,
  nameOf,
  run,
  setBlock,
  setFallback,
  setList,
  setSize,
} from './text-commands.ts';

const STYLES = [
  ['bold', BoldIcon],
  ['italic', ItalicIcon],
  ['underline', UnderlineIcon],
] as const satisfies readonly (readonly [string, ComponentType])[];

const LISTS = [
  ['insertUnorderedList', BulletsIcon],
  ['insertOrderedList', NumbersIcon],
] as const satisfies readonly (readonly [string, ComponentType])[];

const SIZES = [12, 14, 16, 18, 20, 24, 28, 32, 40];
const COLOURS = ['#1a212b', '#5b6472', '#1f5fc4', '#15803d', '#b91c1c', '#c2410c', '#ffffff'];

const LOOK = { variant: 'subtle', c: 'var(--ink)' } as const;

/** Always shown, to avoid a layout shift. */
export function TextBar({ canvas }: { canvas: Canvas }) {
  const { editor: texts } = useTexts();
  const isWriting = useDesign(canvas.store).writing !== null;
  const [chip, setChip] = useChip(canvas, isWriting);
  return (
    <div className={styles.bar} role="toolbar" aria-label={texts.writing}>
      {isWriting && <TextMenus canvas={canvas} />}
      {STYLES.map(([command, Icon]) => (
        <ActionIcon
          key={command}
          {...LOOK}
          disabled={!isWriting}
          aria-label={texts[command]}
          onClick={() => run(canvas, command)}
        >
          <Icon />
        </ActionIcon>
      ))}
      {isWriting &&
        LISTS.map(([command, Icon]) => (
          <ActionIcon
            key={command}
            {...LOOK}
            aria-label={texts[command]}
            onClick={() => setList(canvas, command)}
          >
            <Icon />
          </ActionIcon>
        ))}
      <SetLink canvas={canvas} isWriting={isWriting} />
      {isWriting && (
        <>
          <ActionIcon {...LOOK} aria-label={texts.unlink} onClick={() => run(canvas, 'unlink')}>
            <UnlinkIcon />
          </ActionIcon>
          <FieldMenu
            name={texts.writing}
            choose={(name) => setChip(insertField(canvas, name))}
            returnFocus={false}
          />
        </>
      )}
      {isWriting && chip && <Fallback canvas={canvas} chip={chip} />}
      {!isWriting && <span className="soft">{texts.writeHint}</span>}
    </div>
  );
}

/** The field that was put into the text or pressed last. */
function useChip(canvas: Canvas, isWriting: boolean) {
  const [chip, setChip] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!isWriting) return setChip(null);
    const page = canvas.page();
    const press = ({ target }: Event): void =>
      setChip((target as Element | null)?.closest?.<HTMLElement>(`[${FIELD}]`) ?? null);
    page.addEventListener('click', press);
    return () => page.removeEventListener('click', press);
  }, [canvas, isWriting]);
  return [chip, setChip] as const;
}

function Fallback({ canvas, chip }: { canvas: Canvas; chip: HTMLElement }) {
  const [value, setValue] = useState({ chip, text: fallbackOf(chip) });
  const text = value.chip === chip ? value.text : fallbackOf(chip);
  return (
    <FallbackInput
      {...(styles.fallback && { className: styles.fallback })}
      size="xs"
      field={nameOf(chip)}
      value={text}
      change={(fallback) => {
        setValue({ chip, text: fallback });
        setFallback(canvas, chip, fallback);
      }}
    />
  );
}

function Choices({ canvas, label, children }: { canvas: Canvas; label: string; children: ReactNode }) {
  return (
    // The text has the focus again when the menu has let it go.
    <Menu returnFocus={false} onClose={() => setTimeout(() => canvas.frame.focus())}>
      <Menu.Target>
        <Button size="compact-sm" {...LOOK}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function TextMenus({ canvas }: { canvas: Canvas }) {
  const { editor: texts } = useTexts();
  const look = useBrand();
  return (
    <>
      <Choices canvas={canvas} label={texts.style}>
        {BLOCK_TAGS.map((tag) => (
          <Menu.Item key={tag} onClick={() => setBlock(canvas, tag)}>
            {texts.styles[tag]}
          </Menu.Item>
        ))}
      </Choices>
      <Choices canvas={canvas} label={texts.font}>
        {fontsFor(look).map(([name, family]) => (
          <Menu.Item
            key={name}
            style={{ fontFamily: family }}
            onClick={() => run(canvas, 'fontName', family)}
          >
            {name}
          </Menu.Item>
        ))}
      </Choices>
      <Choices canvas={canvas} label={texts.size}>
        {SIZES.map((size) => (
          <Menu.Item key={size} onClick={() => setSize(canvas, size)}>
            {size} px
          </Menu.Item>
        ))}
      </Choices>
      <Choices canvas={canvas} label={texts.colour}>
        {[...new Set([...look.colours, ...COLOURS])].map((colour) => (
          <Menu.Item
            key={colour}
            leftSection={<ColorSwatch color={colour} size={18} />}
            onClick={() => run(canvas, 'foreColor', colour)}
          >
            {texts.colours[colour] ?? colour}
          </Menu.Item>
        ))}
      </Choices>
    </>
  );
}

function SetLink({ canvas, isWriting }: { canvas: Canvas; isWriting: boolean }) {
  const { editor: texts } = useTexts();
  const [isLinking, setLinking] = useState(false);
  const range = useRef<Range | null>(null);
  const selection = (): Selection | null => canvas.page().getSelection();
  const open = (): void => {
    const now = selection();
    range.current = now && now.rangeCount > 0 ? now.getRangeAt(0).cloneRange() : null;
    setLinking(true);
  };
  const set = (url: string): void => {
    setLinking(false);
    const now = selection();
    if (!range.current || !now) return;
    canvas.frame.focus();
    now.removeAllRanges();
    now.addRange(range.current);
    if (range.current.collapsed) run(canvas, 'insertText', url);
    else run(canvas, 'createLink', url);
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
