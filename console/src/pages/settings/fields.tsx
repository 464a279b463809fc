import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dotted } from '../../app/dotted.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { Select } from '../../app/select.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { FIELD_TYPES, type FieldType, fieldNameOf, useFieldName } from '../../data/field-names.ts';
import { customFields } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { type AskedDeletion, DeleteField, FieldUsesLine, fieldUses, useFieldUses } from './field-uses.tsx';
import { SettingsPage } from './settings-page.tsx';

export function FieldsPage() {
  const { fieldsPage } = useTexts();
  const nameOf = useFieldName();
  const list = useQuery(customFields);
  const usesOf = useFieldUses();
  const [asked, setAsked] = useState<AskedDeletion | null>(null);
  const [isAsking, asking] = useDisclosure();
  const [isAdding, { open, close }] = useDisclosure();
  const ask = (deletion: AskedDeletion): void => {
    void queries.invalidateQueries({ queryKey: fieldUses.queryKey });
    setAsked(deletion);
    asking.open();
  };
  return (
    <SettingsPage>
      <AddField isOpen={isAdding} close={close} />
      <DeleteField asked={asked} isOpen={isAsking} close={asking.close} />
      <RecordSection
        id="fields"
        title={fieldsPage.title}
        hint={fieldsPage.hint}
        none={fieldsPage.none}
        tools={
          <Button my="sm" onClick={open}>
            {fieldsPage.add}
          </Button>
        }
        read={list}
        rowOf={(field) => ({
          name: nameOf(field.field_name),
          detail: (
            <>
              <div>
                {dotted(fieldsPage.types[field.field_type], fieldsPage.inMails(`((${field.field_name}))`))}
              </div>
              <FieldUsesLine found={usesOf(field)} />
            </>
          ),
        })}
        removal={(field) => ({
          label: fieldsPage.remove,
          said: fieldsPage.removed(nameOf(field.field_name)),
          change: () => api.customFieldDelete({ id: field.id }),
          ask: (run) => ask({ field, run }),
        })}
      >
        {list.data && list.data.length > 0 && <p className="soft">{fieldsPage.removeHint}</p>}
      </RecordSection>
    </SettingsPage>
  );
}

function AddField({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { fieldsPage } = useTexts();
  const [type, setType] = useState<FieldType>('text');
  const add = useMutation({
    mutationFn: () =>
      api.customFieldSave(
        { field_name: fieldNameOf(typed.field_name), field_type: type },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async () => {
      notifications.show({ message: fieldsPage.added(typed.field_name) });
      clear();
      setType('text');
      close();
      await queries.invalidateQueries({ queryKey: customFields.queryKey });
    },
  });
  const problems = fieldProblems(add.error);
  const { typed, field, clear } = useTyped({ field_name: '' }, problems);
  const name = fieldNameOf(typed.field_name);
  return (
    <FormModal isOpen={isOpen} close={close} title={fieldsPage.add} submit={fieldsPage.add} mutation={add}>
      {field({
        name: 'field_name',
        'aria-required': true,
        label: fieldsPage.name,
        description: name === '' ? fieldsPage.nameHint : fieldsPage.inMails(`((${name}))`),
      })}
      <Select
        label={fieldsPage.type}
        description={fieldsPage.typeHint}
        data={FIELD_TYPES.map((value) => ({ value, label: fieldsPage.types[value] }))}
        value={type}
        onChange={(value) => value && setType(value)}
        error={problems['field_type']}
        allowDeselect={false}
      />
    </FormModal>
  );
}
