import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type History, VersionList } from '../../app/earlier-versions.tsx';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { RecordMenu } from '../../app/record-menu.tsx';
import { useRemovals } from '../../app/removals.ts';
import { TemplatePicture } from '../../app/template-picture.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { formDraft, templateDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { useBrand } from '../../data/brand.ts';
import { api } from '../../data/client.ts';
import { editorOf, newDesign } from '../../data/designs.ts';
import { type OwnTemplate, ownTemplates, TEMPLATE_NAME_MAX } from '../../data/own-templates.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { NameTemplate } from './name-template.tsx';
import styles from './templates.module.css';

/** The templates of the account, the newest first. */
export function TemplatesPage() {
  const { templatesPage: texts } = useTexts();
  const list = useQuery(ownTemplates);
  const look = useBrand();
  const { isShown } = useRemovals('templates');
  const [isAdding, { open, close }] = useAddressedDialog('add-template');
  const shown = list.data?.filter(isShown).toReversed();
  const add = async (template_name: string): Promise<void> => {
    const { id } = await api.ownTemplateSave(
      { template_name, template_json: JSON.stringify({ mjml: newDesign(look) }) },
      { idempotencyKey: crypto.randomUUID() },
    );
    location.assign(editorOf.template(id));
  };
  return (
    <Page title={texts.title} actions={<Button onClick={open}>{texts.add}</Button>}>
      {isAdding && (
        <NameTemplate
          title={texts.add}
          submit={texts.create}
          name=""
          draft={formDraft('template')}
          isNew
          close={close}
          save={add}
        />
      )}
      <section className="card" aria-label={texts.title}>
        {list.isPending && <Waiting rows={2} height={208} />}
        {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
        {shown?.length === 0 && <Empty title={texts.noneTitle} hint={texts.noneHint} />}
        {shown && shown.length > 0 && (
          <>
            <p className="soft">{texts.hint}</p>
            <ul className={styles.templates}>
              {shown.map((template) => (
                <TemplateCard key={template.id} template={template} />
              ))}
            </ul>
          </>
        )}
      </section>
    </Page>
  );
}

const historyOf = (id: number): History => ({
  list: (signal) => api.ownTemplateVersions({ id }, { signal }),
  preview: (version, signal) => api.ownTemplatePreview({ id, version }, { signal }),
  async restore(version) {
    await api.ownTemplateRestore({ id, version });
    await queries.invalidateQueries(ownTemplates);
  },
});

function TemplateCard({ template }: { template: OwnTemplate }) {
  const texts = useTexts();
  const { templatesPage: own, campaignsPage } = texts;
  const { id, template_name: name, updated_at } = template;
  const { dateTime } = useFormats();
  const [isRenaming, setRenaming] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const forget = useForgetDrafts();
  const duplicate = useMutation({
    mutationFn: () =>
      api.ownTemplateSave(
        {
          template_name: own.copyOf(name).slice(0, TEMPLATE_NAME_MAX),
          template_json: template.template_json,
        },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async () => {
      await queries.invalidateQueries(ownTemplates);
      notifications.show({ message: own.duplicated });
    },
    onError: (error) => noteProblem(error, texts),
  });
  return (
    <li>
      <TemplatePicture template={template} />
      <div className={styles.about}>
        <div>
          <strong>{name}</strong>
          <div className="soft">{own.changed(dateTime(updated_at))}</div>
        </div>
        <Group gap="xs">
          <Button
            component="a"
            href={editorOf.template(id)}
            variant="default"
            size="compact-md"
            aria-label={`${own.edit}: ${name}`}
          >
            {own.edit}
          </Button>
          <RecordMenu
            label={own.actions(name)}
            rename={{ label: own.rename, run: () => setRenaming(true) }}
            duplicate={{ label: own.duplicate, run: () => duplicate.mutate() }}
            versions={{ label: campaignsPage.compose.versions.open, run: () => setHistoryOpen(true) }}
            removal={{
              list: 'templates',
              id,
              said: own.deleted(name),
              change: () =>
                api
                  .ownTemplateDelete({ id })
                  .then(() => forget(templateDraft(id), formDraft('template', id))),
            }}
          />
        </Group>
      </div>
      {isHistoryOpen && <VersionList history={historyOf(id)} close={() => setHistoryOpen(false)} />}
      {isRenaming && (
        <NameTemplate
          title={own.renameTitle}
          submit={texts.save}
          name={name}
          draft={formDraft('template', id)}
          close={() => setRenaming(false)}
          save={(template_name) => api.ownTemplateUpdate({ id, template_name })}
        />
      )}
    </li>
  );
}
