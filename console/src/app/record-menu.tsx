import { ActionIcon, Menu } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { MoreIcon } from './icons.tsx';
import { undoable } from './undo.tsx';

interface RecordMenuProps {
  readonly label: string;
  readonly rename?: { readonly label: string; readonly run: () => void };
  readonly duplicate: { readonly label: string; readonly run: () => void };
  readonly removal: {
    readonly said: string;
    readonly change: () => Promise<unknown>;
    readonly hide: () => void;
    readonly show: () => void;
  };
}

export function RecordMenu({ label, rename, duplicate, removal }: RecordMenuProps) {
  const texts = useTexts();
  const { hide, show, ...rest } = removal;
  const remove = (): void => {
    hide();
    undoable({ texts, restore: show, ...rest });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" c="var(--ink)" aria-label={label}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rename && <Menu.Item onClick={rename.run}>{rename.label}</Menu.Item>}
        <Menu.Item onClick={duplicate.run}>{duplicate.label}</Menu.Item>
        <Menu.Item onClick={remove}>{texts.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
