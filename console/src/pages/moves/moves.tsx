import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FileDrop } from '../../app/file-drop.tsx';
import { Page } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { problemOf } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { MoveList } from './move-list.tsx';

/** The first step of a move: the export of another service. */
export function Moves() {
  const texts = useTexts();
  const { contactsPage, moveTexts } = texts;
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const plan = useMutation({
    mutationFn: () => api.moveAdd({ file: files }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ id }) => navigate({ to: '/contacts/moves/$id', params: { id: String(id) } }),
  });
  return (
    <Page title={moveTexts.title}>
      <p>
        <Link to="/contacts">{contactsPage.back}</Link>
      </p>
      <section className="card" aria-labelledby="files">
        <h2 id="files">{moveTexts.files}</h2>
        <p className="soft">{moveTexts.filesHint}</p>
        <FileDrop
          hint={moveTexts.dropHint}
          button={moveTexts.choose}
          accept=".csv,.tsv,.txt,.gz,.zip,.xlsx"
          isMany
          choose={(chosen) => {
            // Choosing again adds, as the lists of another service are often several files.
            setFiles((now) => [
              ...now.filter(({ name }) => !chosen.some((one) => one.name === name)),
              ...chosen,
            ]);
            plan.reset();
          }}
        >
          {files.length > 0 && (
            <ul>
              {files.map(({ name }) => (
                <li key={name}>
                  <strong>{name}</strong>
                </li>
              ))}
            </ul>
          )}
        </FileDrop>
        {plan.error && <p role="alert">{problemOf(plan.error, texts)}</p>}
        <Group mt="sm">
          <Button disabled={files.length === 0} loading={plan.isPending} onClick={() => plan.mutate()}>
            {moveTexts.plan}
          </Button>
          {files.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setFiles([]);
                plan.reset();
              }}
            >
              {moveTexts.clear}
            </Button>
          )}
        </Group>
      </section>
      <MoveList />
    </Page>
  );
}
