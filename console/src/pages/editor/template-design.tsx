import { useQuery } from '@tanstack/react-query';
import { templateDraft, useForgetLost } from '../../app/use-kept-draft.ts';
import { useSaves } from '../../app/use-saves.ts';
import { api } from '../../data/client.ts';
import { isLargeContent } from '../../data/designs.ts';
import type { OwnTemplate } from '../../data/own-templates.ts';
import { useTexts } from '../../texts/texts.ts';
import { EditKept } from './edit-kept.tsx';
import { EditorMessage } from './editor-message.tsx';

/** Text of the 409 for a template that was changed elsewhere. */
const CHANGED = 'Template was changed since this version';
const BACK = '/console/templates';

export function TemplateDesign({ id }: { id: number }) {
  const template = useQuery({
    queryKey: ['own-template', id],
    queryFn: ({ signal }) => api.ownTemplateDetails({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  useForgetLost(templateDraft(id), template.error);
  if (template.data) return <Edit template={template.data} />;
  return <EditorMessage error={template.error} retry={() => void template.refetch()} back={BACK} />;
}

const draftOf = ({ template_json }: OwnTemplate) => ({ template_json });

function Edit({ template }: { template: OwnTemplate }) {
  const { editor: texts } = useTexts();
  const { id, template_name } = template;
  const saves = useSaves({
    name: templateDraft(id),
    initial: draftOf(template),
    version: template.version,
    changed: CHANGED,
    save: ({ template_json }, _, if_version) => api.ownTemplateUpdate({ id, template_json, if_version }),
    async read() {
      const theirs = await api.ownTemplateDetails({ id });
      return { draft: draftOf(theirs), version: theirs.version };
    },
    isLarge: isLargeContent,
  });
  return (
    <EditKept
      title={texts.of(template_name)}
      back={BACK}
      saves={saves}
      content={{ template_id: 1, ...saves.draft }}
      change={(template_json) => saves.change({ template_json })}
    />
  );
}
