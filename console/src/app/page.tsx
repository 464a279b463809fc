import { Button, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { problemOf } from '../data/problems.ts';
import { useTexts } from '../texts/texts.ts';
import { HeadPlace } from './save-state.tsx';

export function Page({
  title,
  actions,
  isSticky = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** Title and actions stay in view, as they show whether the page is saved. */
  isSticky?: boolean;
  children: ReactNode;
}) {
  const { product } = useTexts();
  const [head, setHead] = useState<HTMLElement | null>(null);
  useDocumentTitle(`${title} · ${product}`);
  return (
    <HeadPlace value={head}>
      <div className={isSticky ? 'head sticky' : 'head'}>
        <h1>{title}</h1>
        {actions}
        {isSticky && <div ref={setHead} />}
      </div>
      {children}
    </HeadPlace>
  );
}

export function Empty({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p className="soft">{hint}</p>
      {children}
    </div>
  );
}

/** As high as the later rows, to avoid a layout shift. */
export function Waiting({ rows, height = 44 }: { rows: number; height?: number }) {
  const { loading } = useTexts();
  return (
    <div className="waiting" role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, at) => (
        <Skeleton key={at} height={height - 8} my={8} />
      ))}
    </div>
  );
}

interface ReadPart {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** One message for all parts that could not be read, which are read again together. Null: none failed. */
export function UnreadParts({ parts }: { parts: readonly ReadPart[] }) {
  const failed = parts.filter((one) => one.isError);
  if (!failed[0]) return null;
  return (
    <Unread
      error={failed[0].error}
      retry={() => {
        for (const one of failed) void one.refetch();
      }}
    />
  );
}

export function Unread({ error, retry }: { error: unknown; retry: () => void }) {
  const texts = useTexts();
  return (
    <div className="empty" role="alert">
      <h2>{texts.problems.title}</h2>
      <p className="soft">{problemOf(error, texts)}</p>
      <Button variant="default" onClick={retry}>
        {texts.problems.retry}
      </Button>
    </div>
  );
}
