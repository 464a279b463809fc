import { parseArgs } from 'node:util';
import { Mailing } from '../models/mailings.ts';
import { rows } from '../mongo/connection.ts';
import { SealedForGood, sealAll } from '../secrets/data-keys.ts';
import { keyIdOf, newestKeyId } from '../secrets/signing.ts';
import { noteSigningKeys } from '../secrets/signing-keys.ts';
import { Refused, runCommand } from './run-command.ts';

/** Seals the data keys by the APP_SECRET of now, and says how the signing secrets stand. */
await runCommand({
  usage: 'Usage: npm run rotate',
  read: () => parseArgs(),
  async run(_, config) {
    const missing = await noteSigningKeys(config);
    try {
      const { sealed, kept } = await sealAll(config);
      console.log(`Data keys: ${sealed} sealed by the secret of now, ${kept} were so already.`);
    } catch (error) {
      throw error instanceof SealedForGood ? new Refused(error.message) : error;
    }
    const newest = newestKeyId(config);
    const older = config.signingSecrets.slice(1).map(keyIdOf);
    console.log(`Signs: key ${newest}.`);
    if (older.length > 0) console.log(`Is good for links of older mails: key ${older.join(', ')}.`);
    const going = await rows(Mailing).countDocuments({
      state: { $in: ['freezing', 'open'] },
      key_id: { $ne: newest },
    });
    if (going > 0) console.log(`${going} mailing(s) under way go on with the key that they began with.`);
    if (missing.length > 0) {
      console.log(
        `Missing: key ${missing.join(', ')}. Links of mails that it signed do not work, opting out included: put its secret at ` +
          'the end of APP_SECRETS.',
      );
      process.exitCode = 1;
    }
  },
});
