import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TemplatePicture } from '../../app/template-picture.tsx';
import { hasLook, NO_BRAND } from '../../data/brand-look.ts';
import { brandedTemplate } from '../../data/brand-template.ts';
import { BLANK_TEMPLATE, mjmlOf } from '../../data/designs.ts';
import { brand, templates } from '../../data/lists.ts';
import { ownTemplates } from '../../data/own-templates.ts';

export interface TemplateChoice {
  readonly key: string;
  readonly name: string;
  readonly picture: ReactNode;
  /** A mail has a copy of a design, or only the number of a built-in template. */
  readonly content: () => { readonly template_id: number; readonly template_json?: string };
}

/** Own templates, newest first, and built-in ones. With a brand, a built-in one becomes a design with the brand's look. */
export function useTemplateContents() {
  const list = useQuery(templates);
  const own = useQuery(ownTemplates);
  const looks = useQuery(brand);
  const look = looks.data ?? NO_BRAND;
  const isBranded = hasLook(look);
  const choices = list.data &&
    own.data &&
    !looks.isPending && {
      own: own.data.toReversed().map(
        (template): TemplateChoice => ({
          key: `own-${template.id}`,
          name: template.template_name,
          picture: <TemplatePicture template={template} isSmall />,
          content: () => ({ template_id: BLANK_TEMPLATE, template_json: template.template_json }),
        }),
      ),
      builtIn: list.data
        .filter(({ id }) => id !== BLANK_TEMPLATE)
        .map(
          ({ id, template_name, preview_image, json_code }): TemplateChoice => ({
            key: String(id),
            name: template_name,
            picture: <img src={`/images/${preview_image}`} alt="" loading="lazy" />,
            content: () =>
              isBranded
                ? {
                    template_id: BLANK_TEMPLATE,
                    template_json: JSON.stringify({ mjml: brandedTemplate(mjmlOf(json_code) ?? '', look) }),
                  }
                : { template_id: id },
          }),
        ),
    };
  return {
    choices: choices || null,
    isBranded,
    error: list.error ?? own.error,
    retry: (): void => {
      void list.refetch();
      void own.refetch();
    },
  };
}
