import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';

// Runs docs/opening-day.md line by line, as root, with real paths, ports, users and services. Namespaces of mounts,
// processes and network undo all changes of this machine. The network is only 127.0.0.1. Stand-ins replace systemd and
// programs that use the Internet. Needs root, and npm's packages in its cache.

const { projectDir } = readConfig({ DEMO: 'true' });

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-opening-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The blocks of commands in the document, in order. */
const typedBlocks = (page: string): string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

/** Stand-ins for programs that cannot run in the namespaces. Each comes before Debian's program in the path. */
const standIns: Record<string, string> = {
  // The packages are installed on this machine.
  'apt-get': 'echo "$@"',
  // Packs the Node that runs this test like Node's archive.
  curl: `case "$*" in *nodejs.org*) XZ_OPT=-0 exec tar -c --xz -C ${'$STANDINS'}/archive node;; *) exec /usr/bin/curl "$@";; esac`,
  git: `mkdir -p "$3" && cd ${'$PROJECT'} && { /usr/bin/git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' f; do [ -e "$f" ] && printf '%s\\0' "$f"; done; } | tar -c --null -T - | tar -x -C "$3"`,
  sudo: 'shift; user=$1; shift; exec runuser -u "$user" -- "$@"',
  // A certificate authority that signs itself.
  certbot: `while [ "$1" != -d ]; do shift; done; mkdir -p /etc/letsencrypt/live/$2 && cd /etc/letsencrypt/live/$2 && openssl req -x509 -newkey rsa:2048 -nodes -days 60 \\
    -subj /CN=$2 -addext subjectAltName=DNS:$2 -keyout privkey.pem -out fullchain.pem 2> /dev/null && cp fullchain.pem ${'$NODE_EXTRA_CA_CERTS'} && chmod 644 ${'$NODE_EXTRA_CA_CERTS'}`,
  // Starts a unit's program as its user, with its settings. A unit that is not a oneshot runs in the background.
  systemctl: `case "$1 $2" in
  "restart nginx") nginx -s stop 2> /dev/null; nginx; exit;;
  "reload nginx") nginx -s reload; exit;;
esac
[ "$1" = start ] || exit 0
shift
for name in "$@"; do
  instance=\${name#*@}; file=/etc/systemd/system/\${name%@*}; [ -e "$file@.service" ] && file=$file@
  (
    set -a; . /etc/ceiba/ceiba.env
    while IFS= read -r line; do export "\${line//%i/$instance}"; done < <(sed -n 's/^Environment=//p' $file.service | tr ' ' '\\n')
    set +a
    cd /srv/ceiba/current
    command=$(sed -n 's/^ExecStart=//p' $file.service)
    if grep -q '^Type=oneshot' $file.service; then runuser -u ceiba -- $command; else setsid runuser -u ceiba -- $command > /tmp/$name.log 2>&1 < /dev/null & fi
  ) || exit 1
done`,
};

/** Steps that the page leaves to the reader, by the number of the block before them. */
const between = (node: string): Record<number, string> => ({
  // "Put the values of your contracts into the file with an editor."
  2: `${node} ${projectDir}/server/src/testing/opening-day-outside-process.ts serve /tmp/bank > /tmp/outside.json 2> /tmp/outside.log < /dev/null &
until [ -s /tmp/outside.json ]; do sleep 0.2; done
said() { ${node} -p "JSON.parse(require('fs').readFileSync('/tmp/outside.json'))['$1']"; }
sed -i "s#^BANK_URL=.*#BANK_URL=$(said bank)#; s#^BANK_KEY=.*#BANK_KEY=$(said key)#; s#^SMTP_URL=.*#SMTP_URL=$(said mail)#" /etc/ceiba/ceiba.env`,
  // "Order something with your own card." The limit is lowered, so that this order is held.
  8: `ceiba policy set holdGuestAbove 100
${node} ${projectDir}/server/src/testing/opening-day-outside-process.ts buy https://$name > /tmp/orders.json
until ceiba order list --json | grep -q '"heldAt":"2'; do sleep 1; done`,
  // "The bank reverses the charge within a minute."
  10: 'until ceiba order show $second --json | grep -q \'"reversed"\'; do sleep 1; done',
});

const scriptOf = (page: string): string => {
  const node = '/usr/local/bin/node';
  const blocks = typedBlocks(page).map(
    (text, at) => `echo "=== block ${at + 1}"\n${text}\n${between(node)[at + 1] ?? ''}`,
  );
  return `set -eo pipefail
export STANDINS=${dir}/standins PROJECT=${projectDir} NODE_EXTRA_CA_CERTS=/etc/ssl/opening-day.pem npm_config_offline=true npm_config_audit=false npm_config_fund=false
export PATH=$STANDINS:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
unset DATABASE_URL NODE_OPTIONS NODE_ENV
cd /
echo '127.0.0.1 localhost compras.com.gt' > /etc/hosts
rm -f /etc/nginx/sites-enabled/* /etc/nginx/conf.d/*
pg_lsclusters -h | while read -r version cluster rest; do pg_dropcluster --stop $version $cluster || true; done
pg_createcluster 15 main --port 5432 > /dev/null && pg_ctlcluster 15 main start
${blocks.join('\n')}
echo '=== first'; ceiba order show $order --json
echo '=== second'; ceiba order show $second --json
echo '=== orders'; cat /tmp/orders.json
echo '=== home'; /usr/bin/curl -fsk https://$name/ | head -c 200000
echo '=== end'
`;
};

/** Mounts this machine's files below an overlay and runs the script there, as root of a separate machine. */
const opening = (script: string): string => `set -e
mkdir -p ${dir}/layer ${dir}/root && mount -t tmpfs -o size=8g tmpfs ${dir}/layer && mkdir ${dir}/layer/upper ${dir}/layer/work
mount -t overlay overlay -o lowerdir=/,upperdir=${dir}/layer/upper,workdir=${dir}/layer/work ${dir}/root
mount -t proc proc ${dir}/root/proc && mount --rbind /dev ${dir}/root/dev && mount -t tmpfs tmpfs ${dir}/root/dev/shm
ip link set lo up
exec chroot ${dir}/root bash --norc ${script}`;

const partOf = (said: string, name: string): string => said.split(`=== ${name}\n`)[1]?.split('\n=== ')[0] ?? '';

test('[OPS-25] docs/opening-day.md leads from Debian to the first order and its refund', async () => {
  const page = await readFile(join(projectDir, 'docs/opening-day.md'), 'utf8');
  expect(page.split('\n').length).toBeLessThanOrEqual(201);
  const archive = join(dir, 'standins', 'archive', 'node', 'bin');
  await promisify(execFile)('mkdir', ['-p', archive]);
  await promisify(execFile)('cp', [process.execPath, join(archive, 'node')]);
  for (const [name, text] of Object.entries(standIns)) {
    const file = join(dir, 'standins', name);
    await writeFile(file, `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  }
  const script = join(dir, 'opening.sh');
  // A domain name that differs from the documented example.
  await writeFile(script, scriptOf(page.replace('name=tienda.example', 'name=compras.com.gt')));
  const all = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
  const { stdout } = await promisify(execFile)('unshare', [...all, 'bash', '-c', opening(script)], {
    maxBuffer: 64 * 1024 * 1024,
    env: { LANG: 'C.UTF-8', PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin` },
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout?.slice(-3000)}\n--- stderr\n${error.stderr?.slice(-3000)}`);
  });
  expect(stdout).toContain('=== end');
  expect(JSON.parse(partOf(stdout, 'orders'))).toHaveLength(2);
  const first = JSON.parse(partOf(stdout, 'first'));
  expect(first).toMatchObject({ status: 'delivered', held: null });
  const second = JSON.parse(partOf(stdout, 'second'));
  expect(second).toMatchObject({ status: 'canceled', payments: [{ kind: 'Card', status: 'reversed' }] });
  expect(partOf(stdout, 'home')).toContain('Tienda Nueva');
}, 1_500_000);
