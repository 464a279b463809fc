// Run before `npm run test:mta`: unpacks Debian's SpamAssassin and rspamd, each with its libraries, into a separate root folder
// under .servers/mta. Nothing of them is installed, and no daemon of theirs is started.
import { unpackPrograms } from './unpacked.mjs';

/** Perl's and the C libraries, without what only installs packages or shows pages. */
const needed = (name) =>
  /^(lib(?!js-|pam|debian|newt|slang|audit|semanage|textwrap|gpm|gc1)[^:]*|perl(-base|-modules-.*)?|zlib1g|netbase)$/.test(
    name,
  );

unpackPrograms(['spamassassin', 'rspamd'], needed);
