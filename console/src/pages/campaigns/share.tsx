import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../../app/copy-button.tsx';
import { FormModal } from '../../app/form-modal.tsx';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import styles from '../../app/rows.module.css';
import { Select } from '../../app/select.tsx';
import { api, saveInSession } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** For how many days a link may work; any other number can be asked for by the API. */
const DAYS = [7, 30, 90, 365];
const DEFAULT_DAYS = '30';

const keyOf = (utr: string) => ['campaign-shares', utr];

export function Share({ utr }: { utr: string }) {
  const { reportShares: texts } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const [days, setDays] = useState(DEFAULT_DAYS);
  const make = useMutation({
    mutationFn: () => saveInSession(() => api.singleSendShare({ utr, days: Number(days) })),
    onSuccess() {
      setDays(DEFAULT_DAYS);
      return queries.invalidateQueries({ queryKey: keyOf(utr) });
    },
  });
  const leave = (): void => {
    close();
    make.reset();
  };
  const url = make.data?.url ?? null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.share}
      </Button>
      <FormModal
        isOpen={isOpen}
        title={texts.title}
        mutation={make}
        kept={null}
        close={leave}
        submit={texts.make}
      >
        <p className="soft">{texts.hint}</p>
        <Links utr={utr} />
        {url !== null && (
          <div role="status">
            <p>{texts.made}</p>
            <p>
              <code>{url}</code> <CopyButton value={url} />
            </p>
          </div>
        )}
        <Select
          label={texts.days}
          data={DAYS.map((n) => ({ value: String(n), label: texts.daysOf(n) }))}
          value={days}
          onChange={(chosen) => chosen !== null && setDays(chosen)}
          allowDeselect={false}
        />
      </FormModal>
    </>
  );
}

/** The links that work; each can be revoked. */
function Links({ utr }: { utr: string }) {
  const { reportShares: texts } = useTexts();
  const { date, dateTime } = useFormats();
  const { remove, isShown } = useRemovals('shares');
  const found = useQuery({
    queryKey: keyOf(utr),
    queryFn: ({ signal }) => api.singleSendShares({ utr }, { signal }),
  });
  if (found.isPending) return <Waiting rows={1} height={48} />;
  if (found.isError) return <Unread error={found.error} retry={() => void found.refetch()} />;
  const shown = found.data.filter(isShown);
  if (shown.length === 0) return <p>{texts.none}</p>;
  return (
    <ul className={styles.rows} aria-label={texts.links}>
      {shown.map(({ id, created_at, expires_at }) => (
        <li key={id}>
          <span>
            {texts.linkOf(dateTime(created_at))}
            <br />
            <span className="soft">{texts.until(date(expires_at))}</span>
          </span>
          <Group>
            <Button
              variant="default"
              size="compact-md"
              aria-label={texts.revokeOf(dateTime(created_at))}
              onClick={() =>
                remove({ ids: [id], said: texts.revoked, change: () => api.singleSendShareDelete({ id }) })
              }
            >
              {texts.revoke}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}
