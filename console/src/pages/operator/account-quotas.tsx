import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFormats } from '../../app/formats.ts';
import { notifications } from '../../app/notes.tsx';
import { noteProblem } from '../../app/problem-note.ts';
import { type AccountDetails, type AccountQuota, accountDetails, changeQuotas } from '../../data/operator.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
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
  const [limits, setLimits] = useState(() => limitsOf(details));
  const { id } = details.account;
  const save = useMutation({
    mutationFn: () => changeQuotas(id, limits),
    onSuccess: async (saved) => {
      setLimits(limitsOf(saved));
      notifications.show({ message: operatorPage.quotasSaved });
      queries.setQueryData(accountDetails(String(id)).queryKey, saved);
      await queries.invalidateQueries({ queryKey: ['operator', 'accounts'] });
    },
    onError: (error) => {
      if (Object.keys(fieldProblems(error)).length === 0) noteProblem(error, texts);
    },
  });
  const problems = fieldProblems(save.error);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section className="card" aria-labelledby="quotas">
      <h2 id="quotas">{operatorPage.quotas}</h2>
      <p className="soft">{operatorPage.quotasHint}</p>
      <form onSubmit={send} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2 }} my="md">
          {details.quotas.map(({ name, label, used, limit, is_own }) => (
            <TextInput
              key={name}
              label={operatorPage.quotaNames[name] ?? label}
              description={operatorPage.used(number(used))}
              placeholder={is_own ? '' : number(limit ?? 0)}
              inputMode="numeric"
              maxLength={DIGITS_MAX}
              value={limits[name] ?? ''}
              error={problems[name]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setLimits((before) => ({ ...before, [name]: value }));
              }}
            />
          ))}
        </SimpleGrid>
        <Button type="submit" loading={save.isPending}>
          {operatorPage.saveQuotas}
        </Button>
      </form>
    </section>
  );
}
