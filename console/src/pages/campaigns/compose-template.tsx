import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import { type TemplateChoice, useTemplateContents } from './template-contents.tsx';
import { UseContent } from './use-content.tsx';
import type { AuthoredContent, Replacement } from './use-replace.tsx';

interface ComposeTemplateProps {
  readonly draft: AuthoredContent;
  readonly use: Replacement['use'];
}

/** The account's own and the built-in templates, to look at and to use. */
export function TemplateContent({ draft, use }: ComposeTemplateProps) {
  const { templatesPage } = useTexts();
  const { choices, isBranded, error, retry } = useTemplateContents();
  if (!choices) return error ? <Unread error={error} retry={retry} /> : <Waiting rows={2} height={180} />;
  const { own, builtIn } = choices;
  const isTemplate = draft.template_html === null && draft.template_json === null;
  const toUse = ({ key, name, content }: TemplateChoice): ReactNode => (
    <UseContent
      name={name}
      isUsed={!isBranded && isTemplate && String(draft.template_id) === key}
      use={() => {
        const { template_id, template_json = null } = content();
        use({ template_id, template_html: null, template_json });
      }}
    />
  );
  return (
    <>
      {own.length > 0 && (
        <>
          <h3>{templatesPage.yours}</h3>
          <TemplateCards choices={own} action={toUse} />
          <h3>{templatesPage.builtIn}</h3>
        </>
      )}
      {isBranded && <p className="soft">{templatesPage.inBrand}</p>}
      <TemplateCards choices={builtIn} action={toUse} />
    </>
  );
}

interface TemplateCardsProps {
  readonly choices: readonly TemplateChoice[];
  readonly action: (choice: TemplateChoice) => ReactNode;
}

const TemplateCards = ({ choices, action }: TemplateCardsProps) => (
  <ul className={styles.templates}>
    {choices.map((choice) => (
      <li key={choice.key} className={styles.own}>
        {choice.picture}
        <span>{choice.name}</span>
        {action(choice)}
      </li>
    ))}
  </ul>
);

interface TemplatesToUseProps {
  readonly choices: readonly TemplateChoice[];
  readonly use: (choice: TemplateChoice) => void;
  readonly isOff?: boolean;
}

export function TemplatesToUse({ choices, use, isOff = false }: TemplatesToUseProps) {
  const { templatesPage } = useTexts();
  return (
    <TemplateCards
      choices={choices}
      action={(choice) => (
        <Button
          size="compact-md"
          variant="default"
          disabled={isOff}
          aria-label={`${templatesPage.use}: ${choice.name}`}
          onClick={() => use(choice)}
        >
          {templatesPage.use}
        </Button>
      )}
    />
  );
}
