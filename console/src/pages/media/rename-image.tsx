import { useMutation } from '@tanstack/react-query';
import type { Media } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { media } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** Maximum characters that the API accepts. */
const NAME_MAX = 100;

/** Gives an image another name; its address stays the same. */
export function RenameImage({ image: { id, name }, close }: { image: Media; close: () => void }) {
  const { mediaPage: texts } = useTexts();
  const renaming = useMutation({
    mutationFn: async (): Promise<void> => {
      await api.mediaUpdate({ id, name: typed.name });
      await queries.invalidateQueries(media);
      close();
    },
  });
  const { typed, field } = useTyped({ name }, fieldProblems(renaming.error));
  return (
    <FormModal isOpen close={close} title={texts.renameTitle} submit={texts.save} mutation={renaming}>
      {field({ name: 'name', label: texts.name, maxLength: NAME_MAX })}
    </FormModal>
  );
}
