import { Button } from '@mantine/core';
import { Unread, Waiting } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './compose.module.css';
import type { MailDraft } from './section.tsx';
import { type TemplateChoice, useTemplateContents } from './template-contents.tsx';
import type { Replacement } from './use-replace.tsx';

interface ComposeTemplateProps {
  readonly draft: MailDraft;
  readonly change: (fields: Partial<MailDraft>) => void;
  /** Asks first where something is lost. */
  readonly replace: Replacement['replace'];
  /** The mail has a copy of a template's design now. */
  readonly showDesign: () => void;
}

/** A choice of the account's own and the built-in templates. */
export function TemplateContent({ draft, change, replace, showDesign }: ComposeTemplateProps) {
  const { campaignsPage, templatesPage } = useTexts();
  const { choices, isBranded, error, retry } = useTemplateContents();
  if (!choices) return error ? <Unread error={error} retry={retry} /> : <Waiting rows={2} height={180} />;
  const { own, builtIn } = choices;
  const take = ({ content }: TemplateChoice): void =>
    replace(() => {
      const { template_id, template_json = null } = content();
      change({ template_id, template_html: null, template_json });
      if (template_json !== null) showDesign();
    });
  return (
    <>
      {own.length > 0 && (
        <>
          <h3>{templatesPage.yours}</h3>
          <TemplatesToUse choices={own} use={take} />
          <h3>{templatesPage.builtIn}</h3>
        </>
      )}
      {isBranded ? (
        <>
          <p className="soft">{templatesPage.inBrand}</p>
          <TemplatesToUse choices={builtIn} use={take} />
        </>
      ) : (
        <fieldset className={styles.templates}>
          <legend className={styles.unseen}>{campaignsPage.compose.template}</legend>
          {builtIn.map((choice) => (
            <label key={choice.key} className={styles.template}>
              <input
                type="radio"
                name="template"
                checked={String(draft.template_id) === choice.key}
                onChange={() => take(choice)}
              />
              {choice.picture}
              <span>{choice.name}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface TemplatesToUseProps {
  readonly choices: readonly TemplateChoice[];
  readonly use: (choice: TemplateChoice) => void;
  readonly isOff?: boolean;
}

export function TemplatesToUse({ choices, use, isOff = false }: TemplatesToUseProps) {
  const { templatesPage } = useTexts();
  return (
    <ul className={styles.templates}>
      {choices.map((choice) => (
        <li key={choice.key} className={styles.own}>
          {choice.picture}
          <span>{choice.name}</span>
          <Button
            size="compact-md"
            variant="default"
            disabled={isOff}
            aria-label={`${templatesPage.use}: ${choice.name}`}
            onClick={() => use(choice)}
          >
            {templatesPage.use}
          </Button>
        </li>
      ))}
    </ul>
  );
}
