import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { notifications } from '../../app/notes.tsx';
import { api } from '../../data/client.ts';
import { BLANK_TEMPLATE } from '../../data/designs.ts';
import { useTexts } from '../../texts/texts.ts';
import { NameTemplate } from '../templates/name-template.tsx';
import styles from './compose.module.css';
import type { MailDraft } from './section.tsx';
import type { Replacement } from './use-replace.tsx';

interface ComposeDesignProps {
  readonly draft: MailDraft;
  readonly openEditor: () => void;
  readonly isUnsaved: boolean;
  /** Asks first where something is lost. */
  readonly replace: Replacement['replace'];
}

/** The way to the editor of the mail's design, which can be kept as a template. */
export function DesignContent({ draft, openEditor, isUnsaved, replace }: ComposeDesignProps) {
  const { editor: texts, templatesPage } = useTexts();
  const [isNaming, setNaming] = useState(false);
  const { template_id, template_html, template_json } = draft;
  const keep = async (template_name: string): Promise<void> => {
    if (template_json === null) return;
    await api.ownTemplateSave({ template_name, template_json }, { idempotencyKey: crypto.randomUUID() });
    notifications.show({ message: templatesPage.saved(template_name) });
  };
  return (
    <>
      <p className="soft">{texts.openHint}</p>
      {template_json === null && template_id !== BLANK_TEMPLATE && <p>{texts.fromTemplate}</p>}
      {template_html !== null && <p className={styles.warning}>{texts.replacesHtml}</p>}
      {isUnsaved && <p className={styles.warning}>{texts.saveFirst}</p>}
      <Group>
        <Button
          disabled={isUnsaved}
          onClick={() => (template_html === null ? openEditor() : replace(openEditor))}
        >
          {texts.open}
        </Button>
        {template_json !== null && (
          <Button variant="default" onClick={() => setNaming(true)}>
            {templatesPage.saveAs}
          </Button>
        )}
      </Group>
      {isNaming && (
        <NameTemplate
          title={templatesPage.saveAs}
          submit={templatesPage.saveAs}
          name={draft.subject.slice(0, 100)}
          close={() => setNaming(false)}
          save={keep}
        />
      )}
    </>
  );
}
