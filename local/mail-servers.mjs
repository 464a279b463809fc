// Run before `npm run test:mta`: unpacks Debian's Postfix, OpenSMTPD, Dovecot, SpamAssassin and rspamd, of which some exclude each
// other as packages. Each gets its own root folder under .servers/mta with its libraries.
import { unpackPrograms } from './unpacked.mjs';

/** The C library and others, without Perl's. */
const LIBRARIES = /^(lib(?!perl|newt|slang|debian)[^:]*|zlib1g|netbase)$/;
/** With Perl, without parts that only install packages or show pages. */
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
