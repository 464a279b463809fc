import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type OwnTemplate, templateLooks } from '../data/own-templates.ts';
import { MailSheet } from './mail-sheet.tsx';
import styles from './template-picture.module.css';

/** Loads shortly before it is visible. A failed picture stays empty, as the name is next to it. */
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
