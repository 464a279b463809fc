import { type ChildTask, serveTasks } from '../../../common/rendering/child.ts';
import { type UnpackPayload, unpack as unpackFile } from './unpack.ts';

/** The process is killed at its limits, which a file of a few bytes may reach. */
const unpack: ChildTask = (payload: UnpackPayload, begin: () => void) => {
  begin();
  return unpackFile(payload);
};

serveTasks({ unpack });
