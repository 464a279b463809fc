import { Button, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { EarlierVersions, type History } from '../../app/earlier-versions.tsx';
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
import { type MailDraft, type MailSectionProps, Section } from './section.tsx';
import { useReplace } from './use-replace.tsx';

/** Milliseconds after the last key before the live view follows. */
const TYPING_MS = 300;
type Kind = 'template' | 'html' | 'design';

const kindOf = ({ template_json, template_html, template_id }: MailDraft): Kind => {
  if (template_json !== null) return 'design';
  return template_html !== null || template_id === BLANK_TEMPLATE ? 'html' : 'template';
};

const NO_CONTENT = { template_id: BLANK_TEMPLATE, template_html: null, template_json: null } as const;

const KINDS: readonly Kind[] = ['template', 'design', 'html'];

interface ContentProps extends MailSectionProps {
  readonly openEditor: () => void;
  /** Unsaved changes, without autosave: the editor opens the stored version. */
  readonly isUnsaved?: boolean;
  readonly history: History;
}

export function ContentSection({
  autosave: { draft, change, warnings },
  problems,
  openEditor,
  isUnsaved = false,
  history,
}: ContentProps) {
  const all = useTexts();
  const { compose: texts } = all.campaignsPage;
  const list = useQuery(templates);
  const [kind, setKind] = useState<Kind>(kindOf(draft));
  const { replace, question } = useReplace(draft);
  const choose = (next: string): void => {
    setKind(next as Kind);
    if (next !== 'html' || draft.template_html !== null || draft.template_json !== null) return;
    const chosen = list.data?.find(({ id }) => id === draft.template_id && id !== BLANK_TEMPLATE);
    if (chosen) change({ template_id: BLANK_TEMPLATE, template_html: chosen.html_code, template_json: null });
  };
  return (
    <Section title={texts.content} part="content">
      <Group justify="space-between" my="sm">
        <SegmentedControl
          aria-label={texts.kind}
          data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          value={kind}
          onChange={choose}
        />
        <EarlierVersions history={history} />
      </Group>
      {question}
      {kind === 'design' && (
        <DesignContent draft={draft} openEditor={openEditor} isUnsaved={isUnsaved} replace={replace} />
      )}
      {kind === 'html' && draft.template_json !== null && (
        <>
          <p className="soft">{texts.replacing.hasDesign}</p>
          <Button variant="default" onClick={() => replace(() => change(NO_CONTENT))}>
            {texts.replacing.writeHtml}
          </Button>
        </>
      )}
      {kind === 'html' && draft.template_json === null && (
        <HtmlContent draft={draft} change={change} problem={problems['template_html']} />
      )}
      {kind === 'template' && (
        <TemplateContent
          draft={draft}
          change={change}
          replace={replace}
          showDesign={() => setKind('design')}
        />
      )}
      {warnings.map((warning) => (
        <p key={warning} role="status" className={styles.warning}>
          {warningOf(warning, all)}
        </p>
      ))}
    </Section>
  );
}

interface Html {
  readonly draft: MailDraft;
  readonly change: (fields: Partial<MailDraft>) => void;
  readonly problem: string | undefined;
}

function HtmlContent({ draft, change, problem }: Html) {
  const { compose: texts } = useTexts().campaignsPage;
  const [isNarrow, setNarrow] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const code = draft.template_html ?? '';
  const [shown] = useDebouncedValue(code, TYPING_MS);
  const write = (value: string): void =>
    change({ template_id: BLANK_TEMPLATE, template_html: value === '' ? null : value, template_json: null });
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
        value={code}
        error={problem}
        spellCheck={false}
        classNames={{ input: styles.code ?? '' }}
        onChange={(event) => write(event.currentTarget.value)}
        rightSectionProps={{ className: styles.corner }}
        rightSection={
          <Stack gap={4}>
            <InsertField name={texts.html} target={field} insert={write} />
            <InsertImage target={field} insert={write} />
          </Stack>
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
