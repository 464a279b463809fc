import { Button } from '@mantine/core';
import type { Statistics } from '../../../../client/src/index.ts';
import { BarPlot, PlotTable } from '../../app/bar-plot.tsx';
import { csvOf } from '../../app/csv.ts';
import { saveAs } from '../../app/download.ts';
import { sentOf, sumOf } from '../../data/counts.ts';
import { groupsOf, growthOf } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { cellsOf, headsOf, IN_TABLES } from './report-columns.ts';
import { useGroupNames } from './use-group-names.ts';

export function MailPlot({ lines }: { lines: readonly Statistics[] }) {
  const { reportsPage: texts } = useTexts();
  const { nameOf, headOf } = useGroupNames();
  const groups = groupsOf(lines);
  const named = groups.map((group) => ({ name: nameOf(group), sum: sumOf(group.days) }));
  const save = (): void =>
    saveAs(
      `${texts.title}-${lines[0]!.date}-${lines.at(-1)!.date}.csv`,
      csvOf([
        [texts.day, ...headsOf(texts), texts.growth],
        ...lines.map((line) => [line.date!, ...cellsOf(line), growthOf([line])]),
      ]),
    );
  return (
    <section className="card" aria-labelledby="mails">
      <div className="head">
        <h2 id="mails">{texts.mails}</h2>
        <Button variant="default" onClick={save}>
          {texts.asCsv}
        </Button>
      </div>
      {named.every(({ sum }) => sentOf(sum) + sum.opened + sum.clicked === 0) ? (
        <p className="soft">{texts.noMails}</p>
      ) : (
        <>
          <BarPlot
            series={[
              { name: texts.delivered, of: 'all' },
              { name: texts.opened, of: 'main' },
              { name: texts.clicked, of: 'second' },
            ]}
            columns={named.map(({ name, sum }) => ({
              name,
              values: [sum.accepted, sum.opened, sum.clicked],
            }))}
          />
          <PlotTable
            head={[headOf(groups), ...headsOf(texts, IN_TABLES)]}
            rows={named.map(({ name, sum }) => ({ name, values: cellsOf(sum, IN_TABLES) }))}
          />
        </>
      )}
    </section>
  );
}
