// Run before `npm run test:mta`: unpacks Debian's Postfix, OpenSMTPD and Dovecot, of which some exclude each other as packages, and its
// SpamAssassin and rspamd. Each gets a root folder of its own under .servers/mta, with its libraries.
import { unpackPrograms } from './unpacked.mjs';

/** The C library and others, without Perl's. */
const LIBRARIES = /^(lib(?!perl|newt|slang|debian)[^:]*|zlib1g|netbase)$/;
/** With Perl, and without what only installs packages or shows pages. */
const WITH_PERL =
  /^(lib(?!js-|pam|debian|newt|slang|audit|semanage|textwrap|gpm|gc1)[^:]*|perl(-base|-modules-.*)?|zlib1g|netbase)$/;

const servers = (name) => LIBRARIES.test(name) && !name.endsWith('-perl');

unpackPrograms([
  { program: 'postfix', needs: servers },
  { program: 'opensmtpd', needs: servers },
  { program: 'dovecot', packages: ['dovecot-core', 'dovecot-imapd'], needs: servers },
  { program: 'spamassassin', needs: (name) => WITH_PERL.test(name) },
  { program: 'rspamd', needs: servers },
]);
