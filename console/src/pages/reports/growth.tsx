import type { Statistics } from '../../../../client/src/index.ts';
import { BarPlot, PlotTable } from '../../app/bar-plot.tsx';
import { useFormats } from '../../app/formats.ts';
import { NumbersTable } from '../../app/numbers-table.tsx';
import { audienceGrowth, groupsOf, growthOf } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { useGroupNames } from './use-group-names.ts';

export function GrowthPlot({ lines }: { lines: readonly Statistics[] }) {
  const { reportsPage: texts } = useTexts();
  const { nameOf, headOf } = useGroupNames();
  const groups = groupsOf(lines);
  const columns = groups.map((group) => ({ name: nameOf(group), values: [growthOf(group.days)] }));
  return (
    <>
      <BarPlot series={[{ name: texts.change, of: 'main' }]} columns={columns} />
      <PlotTable head={[headOf(groups), texts.change]} rows={columns} />
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
