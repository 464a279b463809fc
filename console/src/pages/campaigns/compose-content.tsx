import { Button, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EarlierVersions, type History } from '../../app/earlier-versions.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { warningOf } from '../../data/check-texts.ts';
import { BLANK_TEMPLATE } from '../../data/designs.ts';
import { templates } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { DesignContent } from './compose-design.tsx';
import { TemplateContent } from './compose-template.tsx';
import { InsertField } from './insert-field.tsx';
import { InsertImage } from './insert-image.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { MailTrial } from './mail-trial.ts';
import { type MailSectionProps, Section } from './section.tsx';
import { UseContent } from './use-content.tsx';
import { type AuthoredContent, useReplace } from './use-replace.tsx';

/** Milliseconds after the last key before the live view follows. */
const TYPING_MS = 300;
type Kind = 'template' | 'html' | 'design';

const kindOf = ({ template_json, template_html, template_id }: AuthoredContent): Kind => {
  if (template_json !== null) return 'design';
  return template_html !== null || template_id === BLANK_TEMPLATE ? 'html' : 'template';
};

const EMPTY_CONTENT: AuthoredContent = {
  template_id: BLANK_TEMPLATE,
  template_html: null,
  template_json: null,
};

const isEmpty = ({ template_json, template_html, template_id }: AuthoredContent): boolean =>
  template_json === null && template_html === null && template_id === BLANK_TEMPLATE;

const KINDS: readonly Kind[] = ['template', 'design', 'html'];

interface ContentProps extends MailSectionProps {
  readonly openEditor: () => void;
  /** Unsaved changes, without autosave: the editor opens the stored version. */
  readonly isUnsaved?: boolean;
  readonly history: History;
  readonly trial: MailTrial;
}

/** Its tabs only show content. `use` of `useReplace` alone puts other content into the email. */
export function ContentSection({
  autosave: { draft, change, warnings },
  problems,
  openEditor,
  isUnsaved = false,
  history,
  trial,
}: ContentProps) {
  const all = useTexts();
  const { compose: texts } = all.campaignsPage;
  const list = useQuery(templates);
  const inMail = kindOf(draft);
  const [kind, setKind] = useState<Kind>(inMail);
  const { replace, use, question } = useReplace(draft, (content) => {
    change(content);
    setKind(kindOf(content));
  });
  const template =
    inMail === 'template' ? (list.data?.find(({ id }) => id === draft.template_id) ?? null) : null;
  return (
    <Section title={texts.content} part="content">
      <Group justify="space-between" my="sm">
        <SegmentedControl
          aria-label={texts.kind}
          data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          value={kind}
          onChange={setKind}
        />
        <EarlierVersions history={history} />
      </Group>
      {question}
      {kind !== inMail && !isEmpty(draft) && (
        <p className="soft">{texts.replacing.looking(texts.kinds[inMail])}</p>
      )}
      {kind === 'design' && (
        <DesignContent
          draft={draft}
          openEditor={openEditor}
          isUnsaved={isUnsaved}
          replace={replace}
          trial={trial}
        />
      )}
      {kind === 'html' && inMail !== 'html' && (
        <>
          {inMail === 'template' && list.isPending && <Waiting rows={6} />}
          {inMail === 'template' && list.isError && (
            <Unread error={list.error} retry={() => void list.refetch()} />
          )}
          {(template || inMail === 'design') && (
            <>
              <p>{template ? texts.replacing.ofTemplate : texts.replacing.hasDesign}</p>
              <Group mb="sm">
                <UseContent
                  name={texts.kinds.html}
                  use={() => use({ ...EMPTY_CONTENT, template_html: template?.html_code ?? null })}
                />
              </Group>
            </>
          )}
          {template && <HtmlContent html={template.html_code} write={null} />}
        </>
      )}
      {kind === 'html' && inMail === 'html' && (
        <HtmlContent
          html={draft.template_html ?? ''}
          write={(value) => change({ ...EMPTY_CONTENT, template_html: value === '' ? null : value })}
          problem={problems['template_html']}
        />
      )}
      {kind === 'template' && <TemplateContent draft={draft} use={use} />}
      {warnings.map((warning) => (
        <p key={warning} role="status" className={styles.warning}>
          {warningOf(warning, all)}
        </p>
      ))}
    </Section>
  );
}

interface Html {
  readonly html: string;
  /** Null: the HTML of a template, which is only shown. */
  readonly write: ((html: string) => void) | null;
  readonly problem?: string | undefined;
}

function HtmlContent({ html, write, problem }: Html) {
  const { compose: texts } = useTexts().campaignsPage;
  const [isNarrow, setNarrow] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown] = useDebouncedValue(html, TYPING_MS);
  return (
    <div className={styles.split}>
      <Textarea
        ref={field}
        label={
          <Group gap="xs" component="span">
            {texts.html}
          </Group>
        }
        description={texts.htmlHint}
        value={html}
        error={problem}
        readOnly={write === null}
        spellCheck={false}
        classNames={{ input: styles.code ?? '' }}
        onChange={(event) => write?.(event.currentTarget.value)}
        rightSectionProps={{ className: styles.corner }}
        rightSection={
          write && (
            <Stack gap={4}>
              <InsertField name={texts.html} target={field} insert={write} />
              <InsertImage target={field} insert={write} />
            </Stack>
          )
        }
      />
      <div>
        <Group justify="space-between" mb="xs">
          <strong>{texts.live}</strong>
          <Button variant="default" size="compact-md" onClick={() => setNarrow(!isNarrow)}>
            {isNarrow ? texts.wide : texts.narrow}
          </Button>
        </Group>
        <MailFrame html={shown} title={texts.live} isNarrow={isNarrow} />
      </div>
    </div>
  );
}
