import { Automation } from '../../common/models/automations.ts';
import { endpoints } from '../http/endpoint.ts';
import { email, recordUtr } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { presentWay } from '../present/automation-person.ts';
import { wayOf } from '../services/queries/automation-person.ts';
import { livingAutomation } from '../services/queries/automations.ts';

/** See docs/rules.md 10.12. */
export const automationPerson = endpoints({
  automationPerson: {
    input: inputs({ utr: required(recordUtr()), email: required(email()) }),
    async run({ utr, email: address }, account) {
      const automation = await Automation.of(account.id).findOne(livingAutomation(utr));
      const way = automation && (await wayOf(automation, address));
      return way && presentWay(way);
    },
  },
});
