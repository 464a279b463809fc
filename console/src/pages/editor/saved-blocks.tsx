import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notifications } from '../../app/notes.tsx';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { mjmlOf } from '../../data/designs.ts';
import { ownTemplates } from '../../data/own-templates.ts';
import { problemOf } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { NameTemplate } from '../templates/name-template.tsx';
import { addPart } from './blocks.ts';
import { NEW_ROOT, readDesign, writeDesign } from './design.ts';
import type { DesignStore } from './design-store.ts';
import styles from './editor.module.css';
import type { Node } from './tree.ts';

// A saved block is a template of the account: its rows can be put into any design.

export function SavedBlocks({ store }: { store: DesignStore }) {
  const texts = useTexts();
  const { editor: own } = texts;
  const list = useQuery(ownTemplates);
  const adding = useMutation({
    mutationFn: async (id: number) => {
      const { template_json } = await api.ownTemplateDetails({ id });
      return readDesign((template_json && mjmlOf(template_json)) ?? '');
    },
    onSuccess(design) {
      const rows = design?.body.inside ?? [];
      if (typeof rows === 'string' || rows.length === 0)
        notifications.show({ message: own.noRows, color: 'red' });
      else for (const row of rows) addPart(store, row);
    },
    onError: (error) => notifications.show({ message: problemOf(error, texts), color: 'red' }),
  });
  return (
    <>
      <h2>{own.savedBlocks}</h2>
      <p className="soft">{own.savedBlocksHint}</p>
      <ul>
        {(list.data ?? []).map(({ id, template_name }) => (
          <li key={id} className={styles.saved}>
            <Button
              fullWidth
              variant="default"
              size="compact-md"
              loading={adding.isPending && adding.variables === id}
              onClick={() => adding.mutate(id)}
            >
              {template_name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Saves a row with the looks of its design. */
export function SaveBlock({ head, row }: { head: string; row: Node }) {
  const { editor: texts, templatesPage } = useTexts();
  const [isNaming, setNaming] = useState(false);
  const save = async (template_name: string): Promise<void> => {
    const body = { tag: 'mj-body', attributes: {}, inside: [row] };
    const template_json = JSON.stringify({ mjml: writeDesign({ root: NEW_ROOT, head, body }) });
    await api.ownTemplateSave({ template_name, template_json });
    notifications.show({ message: templatesPage.saved(template_name) });
  };
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setNaming(true)}>
        {texts.saveBlock}
      </Button>
      {isNaming && (
        <NameTemplate
          title={texts.saveBlock}
          submit={templatesPage.saveAs}
          name=""
          draft={formDraft('template', 'of-row')}
          isNew
          close={() => setNaming(false)}
          save={save}
        />
      )}
    </>
  );
}
