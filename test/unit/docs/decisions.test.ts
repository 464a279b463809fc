import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const FOLDER = 'docs/decisions';
const MOST_LINES = 60;
const SECTIONS = ['Context', 'Decision', 'Consequences', 'Rejected'];

describe('a decision', () => {
  for (const file of readdirSync(FOLDER)) {
    const lines = readFileSync(`${FOLDER}/${file}`, 'utf8').trimEnd().split('\n');

    it(`${file} has its number and what was decided as its title`, () => {
      expect(lines[0]).to.match(new RegExp(`^# ${file.slice(0, 3)}: [A-Z].*[^.]$`));
    });

    it(`${file} has at most ${MOST_LINES} lines`, () => {
      expect(lines.length).to.be.at.most(MOST_LINES);
    });

    it(`${file} has a context, a decision and consequences, in this order`, () => {
      const sections = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3));
      expect(sections).to.deep.equal(SECTIONS.filter((section) => sections.includes(section)));
      expect(sections).to.include.members(SECTIONS.slice(0, 3));
    });
  }

  it('has a number of its own', () => {
    const numbers = readdirSync(FOLDER).map((file) => file.slice(0, 3));
    expect(new Set(numbers)).to.have.lengthOf(numbers.length);
  });
});
