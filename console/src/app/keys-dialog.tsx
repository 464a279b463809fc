import { Checkbox, Table } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { canSave, canUndo, IN_ROWS, isListKeyOn, switchListKey } from './keys.ts';

const has = (what: string) => (): boolean => document.querySelector(what) !== null;
const isEditor = has('[data-page=editor]');
const isWriting = has('[role=slider]');

/** All keys of the console, by their names in `keyTexts`, and where each has an effect. `mod`: Ctrl, or Command on a Mac. */
const KEYS = {
  find: { keys: ['mod', 'K'], isHere: () => !isEditor() },
  save: { keys: ['mod', 'S'], isHere: canSave },
  keys: { keys: ['?'], isHere: isListKeyOn },
  close: { keys: ['Esc'], isHere: () => true },
  rowRange: { keys: ['shift', 'space'], isHere: has('main tr[data-id]') },
  tick: { keys: ['space'], isHere: has('main [type=checkbox]') },
  rows: { keys: ['↑', '↓'], isHere: has(IN_ROWS) },
  line: { keys: ['shift', 'Enter'], isHere: has('main form textarea') },
  plot: { keys: ['←', '→'], isHere: isWriting },
  plotEnds: { keys: ['Home', 'End'], isHere: isWriting },
  panel: { keys: ['F6'], isHere: isEditor },
  select: { keys: ['↑', '↓'], isHere: isEditor },
  move: { keys: ['Alt', '↑', '↓'], isHere: isEditor },
  edit: { keys: ['Enter'], isHere: isEditor },
  remove: { keys: ['delete'], isHere: isEditor },
  parent: { keys: ['Esc'], isHere: isEditor },
  undo: { keys: ['mod', 'Z'], isHere: () => isEditor() || canUndo() },
  redo: { keys: ['mod', 'shift', 'Z'], isHere: isEditor },
} as const satisfies Readonly<
  Record<string, { readonly keys: readonly string[]; readonly isHere: () => boolean }>
>;

type KeyName = keyof typeof KEYS;

/** The keys that have an effect on the open page. */
export function KeysDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const texts = useTexts();
  return (
    <Dialog opened={isOpen} onClose={close} title={texts.keyTexts.title}>
      <Keys />
    </Dialog>
  );
}

function Keys() {
  const { keyTexts } = useTexts();
  const [isOn, setOn] = useState(isListKeyOn);
  // Read the keys of the page before the dialog covers it.
  const [here] = useState(() => (Object.keys(KEYS) as KeyName[]).filter((name) => KEYS[name].isHere()));
  const named: Readonly<Record<string, string>> = {
    mod: /Mac|iP/.test(navigator.platform) ? '⌘' : keyTexts.control,
    shift: keyTexts.shift,
    space: keyTexts.space,
    delete: keyTexts.deleteKey,
  };
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{keyTexts.key}</Table.Th>
            <Table.Th>{keyTexts.does}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {here.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" style={{ whiteSpace: 'nowrap' }}>
                {KEYS[name].keys.map((key) => (
                  <span key={key}>
                    <kbd>{named[key] ?? key}</kbd>{' '}
                  </span>
                ))}
              </Table.Th>
              <Table.Td>{keyTexts.acts[name]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Checkbox
        mt="md"
        label={keyTexts.listKey}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          switchListKey(checked);
          setOn(checked);
        }}
      />
    </>
  );
}
