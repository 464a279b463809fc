import { expect } from 'chai';
import { deviceOf } from '../../../../api/http/device.ts';
import { deviceParts } from '../../../../shared/devices.ts';

const AGENTS: Readonly<Record<string, string>> = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Windows',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36':
    'Chrome on Windows',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
    'Edge on Windows',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15':
    'Safari on a Mac',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
    'Safari on an iPhone',
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1':
    'Chrome on an iPad',
  'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36':
    'Samsung Internet on Android',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36':
    'Chrome on ChromeOS',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0':
    'Opera on Linux',
  'Links (2.29; Linux 6.12 x86_64; GNU C 14.2; text)': 'A browser on Linux',
  'curl/8.14.1': 'An unknown browser',
  '': 'An unknown browser',
  '<script>alert(1)</script>': 'An unknown browser',
};

describe('the device of a session', () => {
  for (const [agent, words] of Object.entries(AGENTS)) {
    it(`reads “${words}” from ${agent.slice(0, 60) || 'no user agent'}`, () => {
      expect(deviceOf(agent)).to.equal(words);
    });
  }

  it('has parts, which each language puts together', () => {
    for (const [words, browser, system] of [
      ['Safari on an iPhone', 'Safari', 'iPhone'],
      ['Firefox on Windows', 'Firefox', 'Windows'],
      ['A browser on Linux', null, 'Linux'],
      ['Samsung Internet', 'Samsung Internet', null],
      ['An unknown browser', null, null],
      [null, null, null],
    ] as const)
      expect(deviceParts(words), words ?? 'none').to.deep.equal({ browser, system });
  });

  it('finds the device at once in a long text', () => {
    expect(deviceOf(`Version/${'x'.repeat(1_000_000)} Safari/1`)).to.equal('An unknown browser');
  });
});
