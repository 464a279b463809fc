import { ActionIcon, Button, CopyButton, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { dotted } from '../../app/dotted.ts';
import { MoreIcon } from '../../app/icons.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './media.module.css';
import { RenameImage } from './rename-image.tsx';
import { Thumbnail } from './thumbnail.tsx';

export function ImageCard({ image, remove }: { image: Media; remove: () => void }) {
  const { mediaPage: texts } = useTexts();
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className={styles.card}>
      <Thumbnail image={image} />
      <div className={styles.about}>
        <strong>{image.name}</strong>
        <span className="soft">
          {dotted(texts.size(image.width, image.height), image.frames > 1 && texts.moves)}
        </span>
      </div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <CopyButton value={image.url}>
          {({ copied, copy }) => (
            <Button
              size="compact-md"
              variant="default"
              aria-label={`${copied ? texts.copied : texts.copy}: ${image.name}`}
              onClick={copy}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Menu position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon variant="subtle" c="var(--ink)" aria-label={texts.more(image.name)}>
              <MoreIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setRenaming(true)}>{texts.rename}</Menu.Item>
            <Menu.Item c="var(--bad)" onClick={remove}>
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {isRenaming && <RenameImage image={image} close={() => setRenaming(false)} />}
    </li>
  );
}
