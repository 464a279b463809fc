import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type OwnTemplate, templateLooks } from '../data/own-templates.ts';
import { MailSheet } from './mail-sheet.tsx';
import styles from './template-picture.module.css';
import { useNear } from './use-near.ts';

interface PictureProps<Looks, Key extends readonly unknown[]> {
  readonly title: string;
  readonly looks: UseQueryOptions<Looks, Error, Looks, Key>;
  readonly isSmall?: boolean;
  readonly isLarge?: boolean;
}

/** A mail, as small as a stamp. Loads shortly before it is visible. After a failure the last picture stays; without one it is empty, as the name is next to it. */
export function MailPicture<Looks extends { readonly html: string }, Key extends readonly unknown[]>({
  title,
  looks: query,
  isSmall = false,
  isLarge = false,
}: PictureProps<Looks, Key>) {
  const { ref, isNear } = useNear();
  const [isLoaded, setLoaded] = useState(false);
  const looks = useQuery({ ...query, enabled: isNear });
  const [shown, setShown] = useState<{ readonly html: string; readonly at: number } | null>(null);
  const { data, dataUpdatedAt } = looks;
  if (data && data.html !== shown?.html) setShown({ html: data.html, at: dataUpdatedAt });
  const name = useId();
  return (
    <div
      ref={ref}
      className={styles.picture}
      data-small={isSmall || undefined}
      data-large={isLarge || undefined}
      aria-hidden
      inert
    >
      {shown && (
        <div className={styles.page}>
          <MailSheet
            key={shown.html}
            name={`${name}-${shown.at}`}
            title={title}
            html={shown.html}
            isShown={isLoaded}
            loaded={() => setLoaded(true)}
          />
        </div>
      )}
    </div>
  );
}

export const TemplatePicture = ({
  template,
  isSmall = false,
}: {
  template: OwnTemplate;
  isSmall?: boolean;
}) => <MailPicture title={template.template_name} looks={templateLooks(template)} isSmall={isSmall} />;
