import { ActionIcon } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { Media } from '../../../../client/src/index.ts';
import { ImageIcon } from '../../app/icons.tsx';
import { valueOf } from '../../data/html.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChooseImage } from '../media/choose-image.tsx';

/** Pixels that a mail's column has; an image with twice as many is sharp on fine screens. */
const MAIL_WIDTH = 600;

const codeOf = ({ url, width }: Media): string =>
  `<img src="${valueOf(url)}" alt="" width="${Math.min(width, MAIL_WIDTH)}" style="max-width:100%;height:auto">`;

interface InsertImageProps {
  readonly target: RefObject<HTMLTextAreaElement | null>;
  readonly insert: (value: string) => void;
}

/** A choice of the account's images. The chosen one is inserted into the HTML at the cursor. */
export function InsertImage({ target, insert }: InsertImageProps) {
  const { mediaPage } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const choose = (image: Media): void => {
    const field = target.current;
    if (field)
      insert(
        `${field.value.slice(0, field.selectionStart)}${codeOf(image)}${field.value.slice(field.selectionEnd)}`,
      );
  };
  return (
    <>
      <ActionIcon variant="subtle" c="var(--ink)" aria-label={mediaPage.insert} onClick={() => setOpen(true)}>
        <ImageIcon />
      </ActionIcon>
      <ChooseImage isOpen={isOpen} close={() => setOpen(false)} choose={choose} />
    </>
  );
}
