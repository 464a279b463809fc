import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { TemplatePicture } from '../../app/template-picture.tsx';
import { hasLook, NO_BRAND } from '../../data/brand-look.ts';
import { brandedTemplate } from '../../data/brand-template.ts';
import { BLANK_TEMPLATE, mjmlOf } from '../../data/designs.ts';
import { brand, templates } from '../../data/lists.ts';
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
  /** The mail has a copy of a template's design now. */
  readonly showDesign: () => void;
}

/** Own and built-in templates. With a brand, a built-in one is taken as a design in its looks. */
export function TemplateContent({ draft, change, replace, showDesign }: ComposeTemplateProps) {
  const { campaignsPage, templatesPage } = useTexts();
  const list = useQuery(templates);
  const own = useQuery(ownTemplates);
  const looks = useQuery(brand);
  if (!list.data || !own.data || looks.isPending) {
    const error = list.error ?? own.error;
    const retry = (): void => {
      void list.refetch();
      void own.refetch();
    };
    return error ? <Unread error={error} retry={retry} /> : <Waiting rows={2} height={180} />;
  }
  const look = looks.data ?? NO_BRAND;
  const builtIn = list.data.filter(({ id }) => id !== BLANK_TEMPLATE);
  const takeDesign = (template_json: string): void =>
    replace(() => {
      change({ template_id: BLANK_TEMPLATE, template_html: null, template_json });
      showDesign();
    });
  return (
    <>
      {own.data.length > 0 && (
        <>
          <h3>{templatesPage.yours}</h3>
          <ul className={styles.templates}>
            {own.data.toReversed().map((template) => (
              <TemplateToUse
                key={template.id}
                name={template.template_name}
                picture={<TemplatePicture template={template} isSmall />}
                use={() => takeDesign(template.template_json)}
              />
            ))}
          </ul>
          <h3>{templatesPage.builtIn}</h3>
        </>
      )}
      {hasLook(look) ? (
        <>
          <p className="soft">{templatesPage.inBrand}</p>
          <ul className={styles.templates}>
            {builtIn.map(({ id, template_name, preview_image, json_code }) => (
              <TemplateToUse
                key={id}
                name={template_name}
                picture={<img src={`/images/${preview_image}`} alt="" loading="lazy" />}
                use={() =>
                  takeDesign(JSON.stringify({ mjml: brandedTemplate(mjmlOf(json_code) ?? '', look) }))
                }
              />
            ))}
          </ul>
        </>
      ) : (
        <fieldset className={styles.templates}>
          <legend className={styles.unseen}>{campaignsPage.compose.template}</legend>
          {builtIn.map(({ id, template_name, preview_image }) => (
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
      )}
    </>
  );
}

interface TemplateToUseProps {
  readonly name: string;
  readonly picture: ReactNode;
  readonly use: () => void;
}

function TemplateToUse({ name, picture, use }: TemplateToUseProps) {
  const { templatesPage } = useTexts();
  return (
    <li className={styles.own}>
      {picture}
      <span>{name}</span>
      <Button size="compact-md" variant="default" aria-label={`${templatesPage.use}: ${name}`} onClick={use}>
        {templatesPage.use}
      </Button>
    </li>
  );
}
