import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../platform/db/postgres-programs.ts';
import { readConfig } from '../platform/operations/config.ts';
import { listenHere } from '../testing/listen-here.ts';
import { until } from '../testing/until.ts';

// Runs the commands of docs/opening-day.md that set up nginx, in a folder instead of `/`, with a self-signed certificate.

const { projectDir } = readConfig({ DEMO: 'true' });
const name = 'compras.com.gt';
const node = createServer((call, answer) => answer.end(`${call.headers.host} ${call.headers['x-forwarded-for']}`));

let dir: string;
let plainPort: number;
let tlsPort: number;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-typed-'));
  await chmod(dir, 0o755);
  [plainPort, tlsPort] = [await freePort(), await freePort()];
  await cp('/etc/nginx', join(dir, 'etc/nginx'), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['srv/ceiba', 'var/cache/nginx', 'var/log/nginx', 'run', `etc/letsencrypt/live/${name}`])
    await mkdir(join(dir, folder), { recursive: true });
  // Debian's default page, which uses the same port.
  await rm(join(dir, 'etc/nginx/sites-enabled'), { recursive: true });
  await symlink(projectDir, join(dir, 'srv/ceiba/current'));
});
afterAll(async () => {
  node.close();
  await rm(dir, { recursive: true, force: true });
});

/** Returns the documented commands, up to the command that opens the shop's nodes. */
const typedLines = async (): Promise<string> => {
  const manual = await readFile(join(projectDir, 'docs/opening-day.md'), 'utf8');
  const block = [...manual.matchAll(/```sh\n([\s\S]*?)```/g)].find(([, text]) => text?.includes('certbot certonly'));
  const [lines = ''] = (block?.[1] ?? '').split('systemctl start ceiba-worker');
  return lines;
};

/** Replaces the machine's paths by paths in the folder. */
const moved = (text: string): string => text.replaceAll(/(?<![\w.}])\/(?=(?:etc|srv|var|run)\/)/g, `${dir}/`);

/** Stand-ins for parts that this test lacks: systemd, a certificate authority, and ports that only root may open. */
const standIns = (nodePort: number): string => `set -e
systemctl() { echo "$@" >> ${dir}/systemctl; }
certbot() { printf '%s\\n' "$@" > ${dir}/certbot; openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} \\
  -keyout ${dir}/etc/letsencrypt/live/${name}/privkey.pem -out ${dir}/etc/letsencrypt/live/${name}/fullchain.pem 2> /dev/null; }
nginx() {
  sed -i 's#\\([ ";]\\)/\\(etc\\|var\\|run\\)/#\\1${dir}/\\2/#' ${dir}/etc/nginx/nginx.conf ${dir}/etc/nginx/conf.d/ceiba.conf
  sed -i 's/listen 80;/listen 127.0.0.1:${plainPort};/; s/^  listen 443 /  listen 127.0.0.1:${tlsPort} /; s/127.0.0.1:300[01]/127.0.0.1:${nodePort}/' ${dir}/etc/nginx/conf.d/ceiba.conf
  /usr/sbin/nginx -c ${dir}/etc/nginx/nginx.conf -e ${dir}/var/log/nginx/error.log "$@"
}
`;

const ask = async (ca: string): Promise<[status: number | undefined, text: string]> => {
  const call = request({ host: '127.0.0.1', port: tlsPort, servername: name, ca, headers: { host: name } });
  call.end();
  const [answer]: IncomingMessage[] = await once(call, 'response');
  const parts: Buffer[] = [];
  for await (const part of answer ?? []) parts.push(part);
  return [answer?.statusCode, Buffer.concat(parts).toString()];
};

test('the documented commands for nginx open the shop by https and reload each renewed certificate', async () => {
  const nodePort = await listenHere(node);
  const lines = (await typedLines()).replace(/^/, `name=${name}\n`);
  const { stderr } = await promisify(execFile)('/bin/bash', ['-c', `${standIns(nodePort)}${moved(lines)}`]);
  expect(stderr).toContain('test is successful');
  expect(stderr).not.toMatch(/\[(?:warn|emerg)\]/);
  const conf = join(dir, 'etc/nginx/nginx.conf');
  expect(await readFile(conf, 'utf8')).toMatch(/^worker_rlimit_nofile \d+;[\s\S]*^\tworker_connections 4096;/m);
  const asked = (await readFile(join(dir, 'certbot'), 'utf8')).split('\n');
  expect(asked[asked.indexOf('-d') + 1]).toBe(name);
  expect(asked[asked.indexOf('--deploy-hook') + 1]).toBe('systemctl reload nginx');

  const ca = await readFile(join(dir, `etc/letsencrypt/live/${name}/fullchain.pem`), 'utf8');
  const nginx = spawn('/usr/sbin/nginx', ['-c', conf, '-e', join(dir, 'log'), '-g', 'daemon off;']);
  const gone = once(nginx, 'close');
  try {
    await until(() =>
      ask(ca).then(
        () => true,
        () => false,
      ),
    );
    expect(await ask(ca)).toEqual([200, `${name} 127.0.0.1`]);
    const plain = await fetch(`http://127.0.0.1:${plainPort}/tv?a=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/tv?a=1']);
  } finally {
    nginx.kill('SIGTERM');
    await gone;
  }
});

test('the documented commands for nginx limit the size of its logs', async () => {
  const manual = await readFile(join(projectDir, 'docs/operations.md'), 'utf8');
  const [, script = ''] = /`sed -i '([^']+)' \/etc\/logrotate\.d\/nginx`/.exec(manual) ?? [];
  const rule = join(dir, 'logrotate');
  await writeFile(rule, await readFile('/etc/logrotate.d/nginx'));
  await promisify(execFile)('sed', ['-i', script, rule]);
  expect(await readFile(rule, 'utf8')).toMatch(/^\tdaily\n\tmaxsize \d+M\n/m);
});
