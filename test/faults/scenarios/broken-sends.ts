import { runSends } from '../support/faults-during-send.ts';
import { inTurn } from '../support/in-turn.ts';
import { mongodKills, stepDowns } from './mongod-away.ts';
import { redisFlushed } from './redis-flushed.ts';
import { rollingStops } from './rolling-stops.ts';
import { workerKillsHold, workerKillsResend } from './worker-kills.ts';
import { workerStops } from './worker-stops.ts';

const faults = [workerKillsResend, workerKillsHold, redisFlushed, mongodKills, rollingStops, workerStops];

/** Faults in the middle of a send; the short form's kills of mongod have a step-down among them. */
export const brokenSends = inTurn(runSends, [...faults, stepDowns], {
  name: 'broken-sends',
  claim:
    'workers are killed, stopped and suspended, MongoDB is killed, Redis is flushed, each in a send: no recipient lost, doubles within the bound',
  faults,
});
