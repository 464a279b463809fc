import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { notifications } from '../../app/notes.tsx';
import { MailPicture } from '../../app/template-picture.tsx';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { BLANK_TEMPLATE } from '../../data/designs.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { TEMPLATE_NAME_MAX } from '../../data/own-templates.ts';
import { isBusy } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { NameTemplate } from '../templates/name-template.tsx';
import styles from './compose.module.css';
import { ANYBODY } from './contact-select.tsx';
import { type MailTrial, previewKey } from './mail-trial.ts';
import type { MailDraft } from './section.tsx';
import type { Replacement } from './use-replace.tsx';

interface ComposeDesignProps {
  readonly draft: MailDraft;
  readonly openEditor: () => void;
  readonly isUnsaved: boolean;
  /** Asks first where something is lost. */
  readonly replace: Replacement['replace'];
  readonly trial: MailTrial;
}

/** The design as a contact without data gets it, which the preview shares. `MailPicture` keeps the last one until the next is loaded. */
const designLooks = (trial: MailTrial) => ({
  queryKey: previewKey(trial, ANYBODY),
  async queryFn({ signal }: { signal: AbortSignal }) {
    if (!(await trial.ready())) throw new Error('What was written is not saved.');
    return trial.preview({}, signal);
  },
  gcTime: 0,
  retry: isBusy,
});

/** A picture of the mail's design, and the way to its editor. It can be kept as a template. */
export function DesignContent({ draft, openEditor, isUnsaved, replace, trial }: ComposeDesignProps) {
  const { editor: texts, templatesPage } = useTexts();
  const subjectWords = useSubjectWords();
  const [isNaming, setNaming] = useState(false);
  const { template_id, template_html, template_json } = draft;
  const keep = async (template_name: string): Promise<void> => {
    if (template_json === null) return;
    await api.ownTemplateSave({ template_name, template_json }, { idempotencyKey: crypto.randomUUID() });
    notifications.show({ message: templatesPage.saved(template_name) });
  };
  return (
    <>
      <div className={styles.design}>
        {template_json !== null && (
          <div role="img" aria-label={texts.picture}>
            <MailPicture isLarge title={texts.picture} looks={designLooks(trial)} />
          </div>
        )}
        <div>
          <p className="soft">{texts.openHint}</p>
          {template_json === null && template_id !== BLANK_TEMPLATE && <p>{texts.fromTemplate}</p>}
          {template_html !== null && <p className={styles.warning}>{texts.replacesHtml}</p>}
          {isUnsaved && <p className={styles.warning}>{texts.saveFirst}</p>}
          <Group>
            <Button
              variant="default"
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
        </div>
      </div>
      {isNaming && (
        <NameTemplate
          title={templatesPage.saveAs}
          submit={templatesPage.saveAs}
          name={subjectWords(draft.subject).slice(0, TEMPLATE_NAME_MAX)}
          draft={formDraft('template', trial.utr)}
          isNew
          close={() => setNaming(false)}
          save={keep}
        />
      )}
    </>
  );
}
