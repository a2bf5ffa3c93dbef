import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../processes.ts';

const run = promisify(execFile);

const nginx = '/usr/sbin/nginx';
const policy = '/usr/sbin/policy-rc.d';

/** Installs the package without letting it start a server of its own on port 80. */
const installNginx = async (): Promise<void> => {
  const isGuarded = existsSync(policy);
  if (!isGuarded) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', ['install', '-qy', '--no-install-recommends', 'nginx'], { env });
  } finally {
    if (!isGuarded) await rm(policy, { force: true });
  }
};

/** Path of nginx; installed from Debian's packages when it is missing and we may. */
export const findNginx = async (say: (text: string) => void): Promise<string> => {
  const found = await run('sh', ['-c', 'command -v nginx || ls /usr/sbin/nginx']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error('nginx is missing. Install it (Debian, Ubuntu: sudo apt-get install nginx) and start again.');
  say('Installing nginx …');
  await installNginx();
  return nginx;
};

/** Every node in turn, whatever cookie or address a shopper has; one that fails is left out for two seconds. */
const configOf = (dir: string, port: number, nodes: readonly number[]): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  upstream shop {
    ${nodes.map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout http_502 http_504;
      add_header x-node $upstream_addr always;
    }
  }
}
`;

export interface Proxy {
  port: number;
  stop(): Promise<void>;
}

/** nginx in front of the nodes, as docs/operations.md describes it. */
export const startProxy = async (binary: string, parent: string, nodes: readonly number[]): Promise<Proxy> => {
  const dir = join(parent, 'nginx');
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  await writeFile(join(dir, 'nginx.conf'), configOf(dir, port, nodes));
  const child = spawn(binary, ['-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] });
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await closed;
  };
  process.once('exit', () => child.kill('SIGTERM'));
  const url = `http://127.0.0.1:${port}/ready`;
  for (const end = Date.now() + 10_000; ; await new Promise((done) => setTimeout(done, 50))) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { port, stop };
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`nginx does not answer at ${url}`);
    }
  }
};
