import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const LOCAL = new URL('../../../local/', import.meta.url);

describe('the demo', () => {
  it('calls the API only with the typed client', () => {
    const files = ['demo.ts', ...readdirSync(new URL('demo/', LOCAL)).map((name) => `demo/${name}`)];
    for (const file of files) {
      const text = readFileSync(new URL(file, LOCAL), 'utf8')
        // The curl line that it prints for people.
        .replace(/^ *curl -H .*$/gm, '');
      expect(text, file).to.not.match(/\/api\b|PublicKey:|SecretKey:|['"`]\/[a-z]+(?:-[a-z]+)*\/[a-z]/);
    }
  });
});
