import { Button, SimpleGrid } from '@mantine/core';
import { type FormEvent, Fragment } from 'react';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { type AccountDetails, type AccountQuota, changeQuotas, showChange } from '../../data/operator.ts';
import { fieldProblems } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';

/** Digits of a limit. */
const DIGITS_MAX = 15;

const limitOf = ({ limit, is_own }: AccountQuota): string => (is_own ? String(limit ?? 0) : '');

const limitsOf = ({ quotas }: AccountDetails): Readonly<Record<string, string>> =>
  Object.fromEntries(quotas.map((one) => [one.name, limitOf(one)]));

export function AccountQuotas({ details }: { details: AccountDetails }) {
  const texts = useTexts();
  const { operatorPage } = texts;
  const { number } = useFormats();
  const { id } = details.account;
  const {
    field,
    kept,
    mutation: save,
  } = useForm({
    draft: formDraft('quotas', id),
    title: operatorPage.quotas,
    initial: limitsOf(details),
    save: (limits) => changeQuotas(id, limits),
    storedOf: limitsOf,
    saved: async (saved) => {
      notifications.show({ message: operatorPage.quotasSaved });
      await showChange(saved);
    },
    failed: (error) => {
      if (Object.keys(fieldProblems(error)).length === 0) noteProblem(error, texts);
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section className="card" aria-labelledby="quotas">
      <h2 id="quotas">{operatorPage.quotas}</h2>
      <p className="soft">{operatorPage.quotasHint}</p>
      <form onSubmit={send} noValidate>
        <OfferedDraftNote offer={kept.offer} isParted={kept.isParted} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} my="md">
          {details.quotas.map(({ name, label, used, limit, is_own }) => (
            <Fragment key={name}>
              {field({
                name,
                label: operatorPage.quotaNames[name] ?? label,
                description: operatorPage.used(number(used)),
                placeholder: is_own ? '' : number(limit ?? 0),
                inputMode: 'numeric',
                maxLength: DIGITS_MAX,
              })}
            </Fragment>
          ))}
        </SimpleGrid>
        <Button type="submit" loading={save.isPending}>
          {operatorPage.saveQuotas}
        </Button>
      </form>
    </section>
  );
}
