import { Badge, Button, Checkbox, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../data/queries.ts';
import { useTexts } from '../texts/texts.ts';
import { AskFirst } from './ask-first.tsx';
import { notifications } from './notes.tsx';
import { Unread, Waiting } from './page.tsx';
import { noteProblem } from './problem-note.ts';
import { type Id, useRemovals } from './removals.ts';
import rows from './rows.module.css';

interface Row {
  readonly name: string;
  readonly detail?: ReactNode;
  readonly badge?: string | null;
  readonly more?: ReactNode;
}

interface RowRemoval {
  readonly label: string;
  readonly said: string;
  readonly change: () => Promise<unknown>;
  /** Asks before the deletion. */
  readonly ask?: (run: () => void) => void;
  /** Asks this question, and deletes at once: the deletion must not wait for an undo. */
  readonly question?: { readonly title: string; readonly hint: string; readonly no: string };
}

interface SectionQuery<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

export function RecordSection<Item extends { readonly id: Id }>({
  id,
  title,
  hint,
  none,
  action,
  tools,
  read,
  rowOf,
  removal,
  many,
  children,
}: {
  id: string;
  title: string;
  hint: string;
  none: string;
  /** The button that adds a row. */
  action?: ReactNode;
  tools?: ReactNode;
  read: SectionQuery<Item>;
  rowOf: (item: Item) => Row;
  /** Null: not deletable. */
  removal: (item: Item) => RowRemoval | null;
  /** Rows can be ticked and deleted together. */
  many?: {
    readonly label: string;
    readonly said: (count: number) => string;
    readonly change: (ids: readonly Item['id'][]) => Promise<unknown>;
  };
  children?: ReactNode;
}) {
  const { contactsPage } = useTexts();
  const { remove, isShown } = useRemovals(id);
  const [ticked, setTicked] = useState<readonly Item['id'][]>([]);
  const shown = read.data?.filter(isShown);
  const isFailed = read.error !== null;
  const chosen = shown?.map((item) => item.id).filter((one) => ticked.includes(one)) ?? [];
  return (
    <section className="card" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <p className="soft">{hint}</p>
      {tools}
      {!read.data && !isFailed && <Waiting rows={2} height={64} />}
      {isFailed && <Unread error={read.error} retry={() => void read.refetch()} />}
      {shown?.length === 0 && <p>{none}</p>}
      {many && chosen.length > 0 && (
        <Button
          variant="default"
          mt="sm"
          onClick={() => {
            setTicked([]);
            remove({ ids: chosen, said: many.said(chosen.length), change: () => many.change(chosen) });
          }}
        >
          {`${many.label} (${chosen.length})`}
        </Button>
      )}
      {shown && shown.length > 0 && (
        <ul className={rows.rows}>
          {shown.map((item) => {
            const { name, detail, badge, more } = rowOf(item);
            const way = removal(item);
            return (
              <li key={item.id}>
                <Group wrap="nowrap">
                  {many && (
                    <Checkbox
                      aria-label={contactsPage.select(name)}
                      checked={ticked.includes(item.id)}
                      onChange={({ currentTarget: { checked } }) =>
                        setTicked((now) =>
                          checked ? [...now, item.id] : now.filter((one) => one !== item.id),
                        )
                      }
                    />
                  )}
                  <div>
                    <strong>{name}</strong>
                    <div className="soft">{detail}</div>
                  </div>
                </Group>
                <Group>
                  {badge && (
                    <Badge variant="light" className={rows.open}>
                      {badge}
                    </Badge>
                  )}
                  {more}
                  {way?.question && <AskedRemoval name={name} {...way} question={way.question} />}
                  {way && !way.question && (
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`${way.label}: ${name}`}
                      onClick={() => {
                        const run = (): void =>
                          remove({ ids: [item.id], said: way.said, change: way.change });
                        if (way.ask) way.ask(run);
                        else run();
                      }}
                    >
                      {way.label}
                    </Button>
                  )}
                </Group>
              </li>
            );
          })}
        </ul>
      )}
      {children}
    </section>
  );
}

function AskedRemoval({
  name,
  label,
  said,
  change,
  question,
}: RowRemoval & { readonly name: string; readonly question: NonNullable<RowRemoval['question']> }) {
  const texts = useTexts();
  const [isAsked, { open, close }] = useDisclosure();
  const removal = useMutation({
    mutationFn: change,
    onSuccess: () => notifications.show({ message: said }),
    onError: (error) => noteProblem(error, texts),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${label}: ${name}`}
        loading={removal.isPending}
        onClick={open}
      >
        {label}
      </Button>
      <AskFirst
        {...question}
        isGrave
        isOpen={isAsked}
        yes={label}
        run={() => {
          close();
          removal.mutate();
        }}
        close={close}
      />
    </>
  );
}
