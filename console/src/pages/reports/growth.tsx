import type { Statistics } from '../../../../client/src/index.ts';
import { PlotTable } from '../../app/bar-plot.tsx';
import { useFormats } from '../../app/formats.ts';
import { LinePlot } from '../../app/line-plot.tsx';
import { NumbersTable } from '../../app/numbers-table.tsx';
import { audienceGrowth, groupsOf, growthOf, turnoverOf } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { useGroupNames } from './use-group-names.ts';

export function GrowthPlot({ lines }: { lines: readonly Statistics[] }) {
  const { reportsPage: texts } = useTexts();
  const { nameOf, headOf } = useGroupNames();
  const { number } = useFormats();
  const groups = groupsOf(lines);
  const all = groups.map((group) => ({ name: nameOf(group), days: group.days, ...turnoverOf(group.days) }));
  return (
    <>
      <LinePlot
        title={texts.growth}
        lines={[
          { name: texts.joined, of: 'main', values: all.map(({ joined }) => joined) },
          { name: texts.left, of: 'third', values: all.map(({ left }) => left) },
        ]}
        points={all.map(({ name }) => name)}
        format={number}
      />
      <PlotTable
        head={[headOf(groups), texts.joined, texts.left, texts.change]}
        rows={all.map(({ name, days, joined, left }) => ({ name, values: [joined, left, growthOf(days)] }))}
      />
    </>
  );
}

export function Growth({ lines }: { lines: readonly Statistics[] }) {
  const { reportsPage: texts, contactsPage } = useTexts();
  const { signed } = useFormats();
  const audiences = audienceGrowth(lines);
  return (
    <section className="card" aria-labelledby="growth">
      <h2 id="growth">{texts.growth}</h2>
      {audiences.length === 0 ? (
        <p className="soft">{texts.noGrowth}</p>
      ) : (
        <>
          <p className="soft">{texts.growthChange(growthOf(lines))}</p>
          <GrowthPlot lines={lines} />
          <NumbersTable
            title={texts.growth}
            columns={[contactsPage.audience, texts.change, texts.atEnd]}
            rows={audiences.map(({ id, name, change, contacts }) => ({
              key: String(id),
              name: name ?? texts.deletedAudience,
              numbers: [signed(change), contacts],
            }))}
          />
        </>
      )}
    </section>
  );
}
