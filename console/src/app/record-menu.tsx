import { ActionIcon, Menu } from '@mantine/core';
import { type Ref, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { MoreIcon } from './icons.tsx';
import { undoable } from './undo.tsx';

interface MenuAct {
  readonly label: string;
  readonly run: () => void;
}

interface RecordMenuProps {
  readonly label: string;
  readonly rename?: MenuAct;
  readonly duplicate: MenuAct;
  readonly versions?: MenuAct;
  readonly removal: {
    readonly said: string;
    readonly change: () => Promise<unknown>;
    readonly hide: () => void;
    readonly show: () => void;
  };
}

/** Opens a menu at a button that is drawn without it. */
function Place({ of, ref }: { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => of.current!, [of]);
  return null;
}

/** A button; its menu is drawn when it is first asked for, because a list has one in each row. */
export function RecordMenu({ label, rename, duplicate, versions, removal }: RecordMenuProps) {
  const texts = useTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // It is drawn closed first: then it notes the button, to which the focus returns.
  useEffect(() => setOpen(isAsked), [isAsked]);
  const { hide, show, ...rest } = removal;
  const remove = (): void => {
    hide();
    undoable({ texts, restore: show, ...rest });
  };
  return (
    <>
      <ActionIcon
        ref={button}
        id={id}
        variant="subtle"
        size="lg"
        c="var(--ink)"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': `${id}-dropdown` })}
        onClick={() => (isAsked ? setOpen(!isOpen) : setAsked(true))}
      >
        <MoreIcon />
      </ActionIcon>
      {isAsked && (
        <Menu id={id} position="bottom-end" opened={isOpen} onChange={setOpen}>
          <Menu.Target>
            <Place of={button} />
          </Menu.Target>
          <Menu.Dropdown>
            {rename && <Menu.Item onClick={rename.run}>{rename.label}</Menu.Item>}
            <Menu.Item onClick={duplicate.run}>{duplicate.label}</Menu.Item>
            {versions && <Menu.Item onClick={versions.run}>{versions.label}</Menu.Item>}
            <Menu.Divider />
            <Menu.Item c="var(--bad)" onClick={remove}>
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
