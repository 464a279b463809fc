import { Badge, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unread, Waiting } from './page.tsx';
import { type Id, useRemovals } from './removals.ts';
import rows from './rows.module.css';

interface Row {
  readonly name: string;
  readonly detail?: string | null;
  readonly badge?: string | null;
  readonly more?: ReactNode;
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
  tools,
  read,
  rowOf,
  removal,
  children,
}: {
  id: string;
  title: string;
  hint: string;
  none: string;
  tools?: ReactNode;
  read: SectionQuery<Item>;
  rowOf: (item: Item) => Row;
  /** Null: not deletable. */
  removal: (item: Item) => {
    readonly label: string;
    readonly said: string;
    readonly change: () => Promise<unknown>;
  } | null;
  children: ReactNode;
}) {
  const { remove, isShown } = useRemovals();
  const shown = read.data?.filter(isShown);
  const isFailed = read.error !== null;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{hint}</p>
      {tools}
      {!read.data && !isFailed && <Waiting rows={2} height={64} />}
      {isFailed && <Unread error={read.error} retry={() => void read.refetch()} />}
      {shown?.length === 0 && <p>{none}</p>}
      {shown && shown.length > 0 && (
        <ul className={rows.rows}>
          {shown.map((item) => {
            const { name, detail, badge, more } = rowOf(item);
            const way = removal(item);
            return (
              <li key={item.id}>
                <div>
                  <strong>{name}</strong>
                  <div className="soft">{detail}</div>
                </div>
                <Group>
                  {badge && (
                    <Badge variant="light" className={rows.open}>
                      {badge}
                    </Badge>
                  )}
                  {more}
                  {way && (
                    <Button
                      variant="default"
                      size="compact-md"
                      aria-label={`${way.label}: ${name}`}
                      onClick={() => remove({ ids: [item.id], said: way.said, change: way.change })}
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
