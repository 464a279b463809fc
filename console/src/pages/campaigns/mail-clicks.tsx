import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import type { Mailing } from '../../data/mailing.ts';
import { useTexts } from '../../texts/texts.ts';
import { linksQuery, mailQuery } from './details-queries.ts';
import { MailFrame } from './mail-frame.tsx';

type ClicksOf = (url: string) => string | null;

const BADGE =
  'display:inline-block;margin-left:4px;padding:1px 7px;border-radius:10px;background:#1d4ed8;color:#fff;' +
  'font:700 12px/1.5 sans-serif;text-decoration:none;vertical-align:middle';

const LINK = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>[\s\S]*?(?=<\/a>)/gi;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The HTML of a mail with what `clicksOf` says after each link. As text: a parsed document would break the policy of the page. */
const withClicks = (html: string, clicksOf: ClicksOf): string =>
  html.replace(LINK, (link: string, one?: string, other?: string) => {
    const said = clicksOf((one ?? other ?? '').replaceAll('&amp;', '&'));
    return said === null ? link : `${link}<span style="${BADGE}">${escaped(said)}</span>`;
  });

/** The mail with the clicks on each link, as its content is now. */
export function MailClicks({ mailing }: { mailing: Mailing }) {
  const { reportParts: texts, campaignsPage } = useTexts();
  const { percent } = useFormats();
  const [isNarrow, setNarrow] = useState(false);
  const mail = useQuery(mailQuery(mailing));
  const links = useQuery(linksQuery(mailing));
  const all = (links.data ?? []).reduce((sum, { people }) => sum + people, 0);
  const clicksOf: ClicksOf = (url) => {
    const link = links.data?.find((one) => one.url === url);
    return link ? percent(link.people, all) : null;
  };
  const { compose } = campaignsPage;
  return (
    <section className="card unprinted" aria-labelledby="mail-clicks">
      <div className="head">
        <h2 id="mail-clicks">{texts.mailTitle}</h2>
        <Group>
          <Button variant="default" onClick={() => setNarrow(!isNarrow)}>
            {isNarrow ? compose.wide : compose.narrow}
          </Button>
        </Group>
      </div>
      <p className="soft">{all === 0 ? texts.mailUnclicked : texts.mailHint}</p>
      {mail.isPending && <Waiting rows={1} height={300} />}
      {mail.isError && <Unread error={mail.error} retry={() => void mail.refetch()} />}
      {mail.data && links.data && (
        <>
          <p>
            <strong>{mail.data.subject}</strong> <span className="soft">{mail.data.preheader}</span>
          </p>
          <MailFrame
            html={withClicks(mail.data.html, clicksOf)}
            title={texts.mailTitle}
            isNarrow={isNarrow}
          />
        </>
      )}
    </section>
  );
}
