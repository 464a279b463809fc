import type { Media } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { media } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** Maximum characters that the API accepts. */
const NAME_MAX = 100;

/** Gives an image another name; its address stays the same. */
export function RenameImage({ image: { id, name }, close }: { image: Media; close: () => void }) {
  const { mediaPage: texts } = useTexts();
  const { field, modal } = useForm({
    draft: formDraft('image', id),
    title: texts.renameTitle,
    initial: { name },
    save: (sending) => api.mediaUpdate({ id, ...sending }),
    async saved() {
      await queries.invalidateQueries(media);
      close();
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.save}>
      {field({ name: 'name', label: texts.name, maxLength: NAME_MAX })}
    </FormModal>
  );
}
