import { hostname } from 'node:os';
import { expect } from 'chai';
import { createLogger } from '../../../common/log.ts';

describe('a line of the log', () => {
  it('tells its program and process from others of the same stream', () => {
    let line = '';
    createLogger('worker', 'info', {
      write(text) {
        line += text;
      },
    }).info({ port: 1 }, 'worker started');
    expect(JSON.parse(line)).to.include({
      level: 'info',
      process: 'worker',
      host: hostname(),
      pid: process.pid,
      msg: 'worker started',
    });
  });
});
