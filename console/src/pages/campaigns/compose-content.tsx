import { Button, Group, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { templates } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { InsertField } from './insert-field.tsx';
import { InsertImage } from './insert-image.tsx';
import { MailFrame } from './mail-frame.tsx';
import { type MailDraft, type MailSectionProps, Section } from './section.tsx';

/** Milliseconds after the last key before the live view follows. */
const TYPING_MS = 300;
/** The template for content of one's own. */
const BLANK_TEMPLATE = 1;

type Kind = 'template' | 'html' | 'design';

const kindOf = ({ template_json, template_html, template_id }: MailDraft): Kind => {
  if (template_json !== null) return 'design';
  return template_html !== null || template_id === BLANK_TEMPLATE ? 'html' : 'template';
};

/** What the mail says: a template, or HTML with a live view. */
export function ContentSection({ autosave: { draft, change, warnings }, problems }: MailSectionProps) {
  const { compose: texts } = useTexts().campaignsPage;
  const list = useQuery(templates);
  const [kind, setKind] = useState<Kind>(kindOf(draft));
  const kinds: readonly Kind[] =
    draft.template_json === null ? ['template', 'html'] : ['template', 'html', 'design'];
  const choose = (next: string): void => {
    setKind(next as Kind);
    if (next !== 'html' || draft.template_html !== null) return;
    const chosen = list.data?.find(({ id }) => id === draft.template_id && id !== BLANK_TEMPLATE);
    if (chosen) change({ template_id: BLANK_TEMPLATE, template_html: chosen.html_code, template_json: null });
  };
  return (
    <Section title={texts.content}>
      <SegmentedControl
        my="sm"
        aria-label={texts.kind}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        value={kind}
        onChange={choose}
      />
      {kind === 'design' && <p>{texts.designHint}</p>}
      {kind === 'html' && <HtmlContent draft={draft} change={change} problem={problems['template_html']} />}
      {kind === 'template' &&
        (list.data ? (
          <fieldset className={styles.templates}>
            <legend className={styles.unseen}>{texts.template}</legend>
            {list.data
              .filter(({ id }) => id !== BLANK_TEMPLATE)
              .map(({ id, template_name, preview_image }) => (
                <label key={id} className={styles.template}>
                  <input
                    type="radio"
                    name="template"
                    checked={draft.template_id === id}
                    onChange={() => change({ template_id: id, template_html: null, template_json: null })}
                  />
                  <img src={`/images/${preview_image}`} alt="" loading="lazy" />
                  <span>{template_name}</span>
                </label>
              ))}
          </fieldset>
        ) : list.isError ? (
          <Unread error={list.error} retry={() => void list.refetch()} />
        ) : (
          <Waiting rows={2} height={180} />
        ))}
      {warnings.map((warning) => (
        <p key={warning} role="status" className={styles.warning}>
          {warning}
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
