import { ActionIcon, Menu, ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { FieldIcon } from '../../app/icons.tsx';
import { useMailFieldName } from '../../data/field-names.ts';
import { placeholders } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';

interface InsertFieldProps {
  readonly name: string;
  readonly target: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  readonly insert: (value: string) => void;
}

/** A menu of the account's placeholders. The chosen one is inserted at the cursor. */
export function InsertField({ name, target, insert }: InsertFieldProps) {
  const choose = (placeholder: string): void => {
    const field = target.current;
    if (!field) return;
    const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
    insert(`${field.value.slice(0, from)}((${placeholder}))${field.value.slice(to)}`);
  };
  return <FieldMenu name={name} choose={choose} />;
}

interface FieldMenuProps {
  readonly name: string;
  readonly choose: (placeholder: string) => void;
  /** Whether the focus returns to the button. It does, unless the text has the focus. */
  readonly returnFocus?: boolean;
}

export function FieldMenu({ name, choose, returnFocus = true }: FieldMenuProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const names = useQuery(placeholders);
  const nameOf = useMailFieldName();
  return (
    <Menu position="bottom-end" returnFocus={returnFocus}>
      <Menu.Target>
        <ActionIcon variant="subtle" c="var(--ink)" aria-label={texts.insertInto(name)}>
          <FieldIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.insert}</Menu.Label>
        <ScrollArea.Autosize mah={280}>
          {(names.data ?? []).map((one) => (
            <Menu.Item key={one} onClick={() => choose(one)}>
              {nameOf(one)}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
