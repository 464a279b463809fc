import { expect } from 'chai';
import { createProxyWarning } from '../../../../common/start/proxy-warning.ts';
import { keepLog } from '../../../support/kept-log.ts';

const through = { headers: { 'x-forwarded-for': '192.0.2.1' } } as never;
const direct = { headers: {} } as never;

describe('the warning about a proxy', () => {
  it('comes once, and only for requests with X-Forwarded-For', () => {
    const { log, lines } = keepLog('inbound');
    const warn = createProxyWarning(0, log);
    warn(direct);
    expect(lines).to.have.length(0);
    warn(through);
    warn(through);
    expect(lines).to.have.length(1);
    expect(JSON.parse(lines[0]!)).to.include({ level: 'warn', process: 'inbound' });
  });

  it('does not come while proxies are trusted', () => {
    const { log, lines } = keepLog('inbound');
    createProxyWarning(1, log)(through);
    expect(lines).to.have.length(0);
  });
});
