import type { RowWords } from './row-words.ts';

export const RowList = ({ lines, rowWords }: { lines: readonly number[]; rowWords: RowWords }) => (
  <ul className="soft">
    {lines.map((line) => (
      <li key={line}>{rowWords(line)}</li>
    ))}
  </ul>
);
