import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dotted } from '../../app/dotted.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { RecordSection } from '../../app/record-section.tsx';
import { Select } from '../../app/select.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { FIELD_TYPES, type FieldType, fieldNameOf, useFieldName } from '../../data/field-names.ts';
import { customFields } from '../../data/lists.ts';
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
  const [isAdding, { open, close }] = useAddressedDialog('add-field');
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
        action={
          <Button variant="default" onClick={open}>
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

const NEW_FIELD: { readonly field_name: string; readonly field_type: FieldType } = {
  field_name: '',
  field_type: 'text',
};

function AddField({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { fieldsPage } = useTexts();
  const { values, put, problems, field, modal } = useForm({
    draft: formDraft('field'),
    title: fieldsPage.add,
    initial: NEW_FIELD,
    isOpen,
    isNew: true,
    save: ({ field_name, field_type }) =>
      api.customFieldSave(
        { field_name: fieldNameOf(field_name), field_type },
        { idempotencyKey: crypto.randomUUID() },
      ),
    saved: async (_, { field_name }) => {
      notifications.show({ message: fieldsPage.added(field_name) });
      close();
      await queries.invalidateQueries({ queryKey: customFields.queryKey });
    },
  });
  const name = fieldNameOf(values.field_name);
  return (
    <FormModal {...modal} close={close} submit={fieldsPage.add}>
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
        value={values.field_type}
        onChange={(value) => value && put({ field_type: value })}
        error={problems['field_type']}
        allowDeselect={false}
      />
    </FormModal>
  );
}
