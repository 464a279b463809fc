import { ActionIcon, Menu } from '@mantine/core';
import { type Ref, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { MoreIcon } from './icons.tsx';
import { type Id, useRemovals } from './removals.ts';

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
    readonly list: string;
    readonly id: Id;
    readonly change: () => Promise<unknown>;
    /** Called on the page of the record when it is deleted, and when that is undone. */
    readonly hide?: (() => void) | undefined;
    readonly show?: (() => void) | undefined;
  };
}

/** Opens a menu at a button that is drawn without it. */
function Place({ of, ref }: { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => of.current!, [of]);
  return null;
}

/** A button with a menu. The menu is drawn when it is first opened, because each row of a list has one. */
export function RecordMenu({ label, rename, duplicate, versions, removal }: RecordMenuProps) {
  const texts = useTexts();
  const { remove } = useRemovals(removal.list);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // The menu is drawn closed first, so that it notes the button, to which the focus returns.
  useEffect(() => setOpen(isAsked), [isAsked]);
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
            <Menu.Item
              c="var(--bad)"
              onClick={() => {
                removal.hide?.();
                const { id: one, said, change, show } = removal;
                remove({ ids: [one], said, change, ...(show && { restored: show }) });
              }}
            >
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
