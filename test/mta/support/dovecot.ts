import { accepts } from '../../../local/ports.ts';
import { until } from '../../support/until.ts';
import { type Running, rooted } from './rooted.ts';

/** The user id that mails belong to inside. */
const OWNER = 1000;

export interface ImapServer extends Running {
  readonly url: string;
}

/** Starts Dovecot with an empty mailbox, on a port of the loopback. */
export async function startDovecot(port: number): Promise<ImapServer> {
  const root = rooted('dovecot');
  root.write(
    'etc/passwd',
    `root:x:0:0::/:/bin/false\ndovecot:x:101:101::/:/bin/false\ndovenull:x:102:102::/:/bin/false\nmail:x:${OWNER}:${OWNER}::/:/bin/false\n`,
  );
  root.write('etc/group', `root:x:0:\ndovecot:x:101:\ndovenull:x:102:\nmail:x:${OWNER}:\n`);
  root.folder('run/dovecot', 0o755);
  root.folder('var/lib/dovecot', 0o755);
  root.folder('var/mail', 0o755, OWNER, OWNER);
  root.write(
    'etc/dovecot.conf',
    `protocols = imap
base_dir = /run/dovecot
log_path = /dev/stderr
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = ${OWNER}
mail_location = maildir:/var/mail
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${OWNER} gid=${OWNER} home=/var/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
  );
  const running = root.start('/usr/sbin/dovecot', ['-F', '-c', '/etc/dovecot.conf']);
  try {
    await until(() => accepts(port), 'Dovecot to listen');
  } catch (error) {
    await running.stop();
    throw new Error(running.output(), { cause: error });
  }
  return { ...running, url: `imap://bounces:secret@127.0.0.1:${port}/INBOX` };
}
