import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '../platform/db/postgres-programs.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** A mail as its reader sees it, parsed by Python's library. */
const receivedMail = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

export interface DebianExim {
  /** With user and password, which are accepted only over TLS. */
  url: string;
  /** Path of the certificate that the sender must trust. */
  certificate: string;
  /** Returns the mails in the mailbox. */
  mails(): Promise<z.infer<typeof receivedMail>[]>;
  /** Returns a line for each accepted mail: its sender, and the protocol. */
  taken(): Promise<string[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Contains characters that must be escaped in a URL. */
const password = 'clave@ñ/2';

/** Accepts mails to anybody from senders signed in over TLS, and puts them into one mailbox. */
const settingsIn = (dir: string, port: number): string => `
spool_directory = ${dir}/spool
log_file_path = ${dir}/spool/%s.log
pid_file_path = ${dir}/spool/exim.pid
keep_environment =
primary_hostname = localhost
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts = *
tls_certificate = ${dir}/certificate.pem
tls_privatekey = ${dir}/key.pem
auth_advertise_hosts = \${if def:tls_in_cipher {*}}
acl_smtp_rcpt = who_signed_in
deliver_drop_privilege
begin acl
who_signed_in:
  accept authenticated = *
  deny message = sign in first
begin routers
anybody:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  maildir_format
  directory = ${dir}/mailbox
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_set_id = $auth2
  server_condition = \${if and {{eq {$auth2}{tienda}} {eq {$auth3}{${password}}}}}
`;

const takeApart = `
import email, email.policy, json, sys
mail = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
body = lambda kind: mail.get_body((kind,)).get_content()
print(json.dumps({"from": mail["from"], "to": mail["to"], "subject": mail["subject"], "text": body("plain"), "html": body("html")}))
`;

const read = async (file: string): Promise<z.infer<typeof receivedMail>> => {
  const child = run('/usr/bin/python3', ['-c', takeApart], { maxBuffer: 10 ** 7 });
  child.child.stdin?.end(await readFile(file));
  return receivedMail.parse(JSON.parse((await child).stdout));
};

const ownerOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'Debian-exim'])).stdout);

const isListening = (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
};

/** Runs Debian's mail server in an empty folder, with a certificate for `localhost`. @throws if it is not installed */
export const openDebianExim = async (dir: string): Promise<DebianExim> => {
  await run('exim4', ['-bV']).catch((cause: Error) => {
    throw new Error('this test wants Debian’s Exim, and to be root: apt-get install exim4-daemon-light', { cause });
  });
  const port = await freePort();
  const certificate = join(dir, 'certificate.pem');
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(dir, 'key.pem')];
  await run('openssl', ['req', '-x509', ...key, ...name, '-days', '2', '-out', certificate]);
  await writeFile(join(dir, 'exim.conf'), settingsIn(dir, port));
  // Exim opens its port as root and does the rest as its own user.
  const [uid, gid] = await Promise.all([ownerOf('-u'), ownerOf('-g')]);
  await chmod(dir, 0o755);
  for (const folder of ['spool', 'mailbox']) await mkdir(join(dir, folder));
  for (const own of ['spool', 'mailbox', 'key.pem']) await chown(join(dir, own), uid, gid);
  let server: ChildProcess | undefined;
  return {
    url: `smtp://tienda:${encodeURIComponent(password)}@localhost:${port}`,
    certificate,
    mails: async () => {
      const files = await readdir(join(dir, 'mailbox', 'new')).catch(() => []);
      return Promise.all(files.sort().map((file) => read(join(dir, 'mailbox', 'new', file))));
    },
    taken: async () => {
      const lines = (await readFile(join(dir, 'spool', 'main.log'), 'utf8')).split('\n');
      return lines.filter((line) => line.includes(' <= '));
    },
    start: async () => {
      server = spawn('exim4', ['-C', join(dir, 'exim.conf'), '-bdf'], { stdio: 'ignore', detached: true });
      await until(() => isListening(port));
    },
    stop: async () => {
      if (server?.pid === undefined) return;
      const ended = once(server, 'exit');
      // Each connection has its own process, which outlives the listening process.
      process.kill(-server.pid, 'SIGTERM');
      await ended;
      server = undefined;
    },
  };
};
