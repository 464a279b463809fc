import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Unread, Waiting } from '../../app/page.tsx';
import { TemplatePicture } from '../../app/template-picture.tsx';
import { BLANK_TEMPLATE } from '../../data/designs.ts';
import { templates } from '../../data/lists.ts';
import { ownTemplates } from '../../data/own-templates.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { MailDraft } from './section.tsx';
import type { Replacement } from './use-replace.tsx';

interface ComposeTemplateProps {
  readonly draft: MailDraft;
  readonly change: (fields: Partial<MailDraft>) => void;
  /** Asks first where something is lost. */
  readonly replace: Replacement['replace'];
  /** A template of the account was taken: the mail has a copy of its design. */
  readonly takeOwn: () => void;
}

/** Own and built-in templates. */
export function TemplateContent({ draft, change, replace, takeOwn }: ComposeTemplateProps) {
  const { campaignsPage, templatesPage } = useTexts();
  const list = useQuery(templates);
  const own = useQuery(ownTemplates);
  if (!list.data || !own.data) {
    const error = list.error ?? own.error;
    const retry = (): void => {
      void list.refetch();
      void own.refetch();
    };
    return error ? <Unread error={error} retry={retry} /> : <Waiting rows={2} height={180} />;
  }
  return (
    <>
      {own.data.length > 0 && (
        <>
          <h3>{templatesPage.yours}</h3>
          <ul className={styles.templates}>
            {own.data.toReversed().map((template) => (
              <li key={template.id} className={styles.own}>
                <TemplatePicture template={template} isSmall />
                <span>{template.template_name}</span>
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={`${templatesPage.use}: ${template.template_name}`}
                  onClick={() =>
                    replace(() => {
                      const { template_json } = template;
                      change({ template_id: BLANK_TEMPLATE, template_html: null, template_json });
                      takeOwn();
                    })
                  }
                >
                  {templatesPage.use}
                </Button>
              </li>
            ))}
          </ul>
          <h3>{templatesPage.builtIn}</h3>
        </>
      )}
      <fieldset className={styles.templates}>
        <legend className={styles.unseen}>{campaignsPage.compose.template}</legend>
        {list.data
          .filter(({ id }) => id !== BLANK_TEMPLATE)
          .map(({ id, template_name, preview_image }) => (
            <label key={id} className={styles.template}>
              <input
                type="radio"
                name="template"
                checked={draft.template_id === id}
                onChange={() =>
                  replace(() => change({ template_id: id, template_html: null, template_json: null }))
                }
              />
              <img src={`/images/${preview_image}`} alt="" loading="lazy" />
              <span>{template_name}</span>
            </label>
          ))}
      </fieldset>
    </>
  );
}
