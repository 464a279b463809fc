import { csvOf, inPercent, percentOf } from '../../app/csv.ts';
import { saveAs } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import type { Mailing } from '../../data/mailing.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { linksQuery } from './details-queries.ts';
import { type CountedMail, useMailFigures } from './use-mail-figures.ts';

interface ReportFileProps {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly mailing: Mailing;
  readonly mail: CountedMail;
}

/** Saves the figures of a report, and below them its links, as a file for spreadsheets. */
export function ReportFile({ name, mailing, mail }: ReportFileProps) {
  const { campaignsPage, comparePage, reportParts } = useTexts();
  const { links: texts } = campaignsPage;
  const figures = useMailFigures(mail);
  const save = async (): Promise<void> => {
    const links = await queries.fetchQuery(linksQuery(mailing));
    const rows: readonly (readonly (string | number)[])[] = [
      [comparePage.figure, reportParts.file.count, inPercent(reportParts.file.share)],
      ...figures.map((one) => [
        one.name,
        one.show === null ? '' : one.value,
        one.base === null ? '' : percentOf(one.value, one.base),
      ]),
      [],
      [texts.url, texts.people, texts.clicks, texts.machines],
      ...links.map(({ url, people, clicks, machine_clicks }) => [url, people, clicks, machine_clicks]),
    ];
    saveAs(`${name}.csv`, csvOf(rows));
  };
  return <DownloadButton start={save}>{comparePage.asCsv}</DownloadButton>;
}
