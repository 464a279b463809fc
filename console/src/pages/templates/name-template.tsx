import { FormModal } from '../../app/form-modal.tsx';
import { useForm } from '../../app/use-form.ts';
import { ownTemplates, TEMPLATE_NAME_MAX } from '../../data/own-templates.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

interface NameTemplateProps {
  readonly title: string;
  readonly submit: string;
  readonly name: string;
  /** Names what is written on the device until it is saved. */
  readonly draft: string;
  /** For a new template. */
  readonly isNew?: boolean;
  readonly close: () => void;
  readonly save: (name: string) => Promise<unknown>;
}

export function NameTemplate({ title, submit, name, draft, isNew = false, close, save }: NameTemplateProps) {
  const { templatesPage: texts } = useTexts();
  const { field, modal } = useForm({
    draft,
    title,
    initial: { template_name: name },
    isNew,
    save: ({ template_name }) => save(template_name),
    async saved() {
      await queries.invalidateQueries(ownTemplates);
      close();
    },
  });
  return (
    <FormModal {...modal} close={close} submit={submit}>
      {field({
        name: 'template_name',
        label: texts.name,
        maxLength: TEMPLATE_NAME_MAX,
      })}
    </FormModal>
  );
}
