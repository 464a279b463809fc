import '../../common/config/compiled.ts';
import { serveTasks } from '../../common/rendering/child.ts';
import { readDomainReports } from './read.ts';

// The child process that `apart.ts` starts.
serveTasks({
  async reports(raw: Uint8Array, begin) {
    begin();
    return readDomainReports(raw);
  },
});
