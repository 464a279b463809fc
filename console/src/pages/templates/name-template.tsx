import { useMutation } from '@tanstack/react-query';
import { FormModal } from '../../app/form-modal.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { ownTemplates, TEMPLATE_NAME_MAX } from '../../data/own-templates.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

interface NameTemplateProps {
  readonly title: string;
  readonly submit: string;
  readonly name: string;
  readonly close: () => void;
  readonly save: (name: string) => Promise<unknown>;
}

export function NameTemplate({ title, submit, name, close, save }: NameTemplateProps) {
  const { templatesPage: texts } = useTexts();
  const saving = useMutation({
    mutationFn: async (): Promise<void> => {
      await save(typed.template_name);
      await queries.invalidateQueries(ownTemplates);
      close();
    },
  });
  const { typed, field } = useTyped({ template_name: name }, fieldProblems(saving.error));
  return (
    <FormModal isOpen close={close} title={title} submit={submit} mutation={saving}>
      {field({
        name: 'template_name',
        label: texts.name,
        maxLength: TEMPLATE_NAME_MAX,
      })}
    </FormModal>
  );
}
