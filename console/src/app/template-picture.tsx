import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type OwnTemplate, templateLooks } from '../data/own-templates.ts';
import { MailSheet } from './mail-sheet.tsx';
import styles from './template-picture.module.css';

/**
 * How a template of the account looks, small. It is asked for once it is about to come into view. Where it can't be had its place stays
 * empty: the name stands beside it.
 */
export function TemplatePicture({ template, isSmall = false }: { template: OwnTemplate; isSmall?: boolean }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [isLoaded, setLoaded] = useState(false);
  const looks = useQuery({ ...templateLooks(template), enabled: entry?.isIntersecting === true });
  const name = useId();
  return (
    <div ref={ref} className={styles.picture} data-small={isSmall || undefined} aria-hidden inert>
      {looks.data && (
        <div className={styles.page}>
          <MailSheet
            key={looks.data.html}
            name={`${name}-${template.version}`}
            title={template.template_name}
            html={looks.data.html}
            isShown={isLoaded}
            loaded={() => setLoaded(true)}
          />
        </div>
      )}
    </div>
  );
}
