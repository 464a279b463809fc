import { ActionIcon, Menu } from '@mantine/core';
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

export function RecordMenu({ label, rename, duplicate, versions, removal }: RecordMenuProps) {
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
        {versions && <Menu.Item onClick={versions.run}>{versions.label}</Menu.Item>}
        <Menu.Item onClick={remove}>{texts.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
