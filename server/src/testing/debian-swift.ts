import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { S3mini } from 's3mini';
import { freePort } from '../platform/db/postgres-programs.ts';
import type { S3Access } from '../platform/operations/config.ts';
import { until } from './until.ts';

const run = promisify(execFile);

export interface DebianSwift {
  /** Creates a bucket and returns its access data. */
  createBucket(name: string): Promise<S3Access>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The servers behind the proxy, which store lists and objects. */
const kinds = ['account', 'container', 'object'] as const;

/** Maximum number of names per page of a listing. S3 has a thousand. With a small page, a test reaches the second. */
const pageSize = 3;

const person = { region: 'gt-1', accessKeyId: 'shop:keeper', secretAccessKey: 'secret/of+the=bucket' };

const listening = (dir: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${dir}
user = ${userInfo().username}
workers = 0
`;

const storageSettings = (dir: string, kind: string, port: number): string => `${listening(dir, port)}
devices = ${dir}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** `s3api` implements the S3 protocol, and verifies the signature of each request itself. */
const proxySettings = (dir: string, port: number): string => `${listening(dir, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth slo dlo proxy-server
[filter:s3api]
use = egg:swift#s3api
location = ${person.region}
max_bucket_listing = ${pageSize}
[filter:tempauth]
use = egg:swift#tempauth
user_${person.accessKeyId.replace(':', '_')} = ${person.secretAccessKey} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
${['catch_errors', 'gatekeeper', 'listing_formats', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`;

/** Creates the ring of a kind: one device, one copy. */
const makeRing = async (dir: string, kind: string, port: number): Promise<void> => {
  const build = (...args: string[]) => run('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: dir });
  await build('create', '1', '1', '1');
  await build('add', `r1z1-127.0.0.1:${port}/device`, '1');
  await build('rebalance');
};

/** Runs Debian's OpenStack Swift with its S3 API in an empty folder. @throws if it is not installed */
export const openDebianSwift = async (dir: string): Promise<DebianSwift> => {
  await run('swift-proxy-server', ['--help']).catch((cause: Error) => {
    const packages = ['proxy', ...kinds].map((kind) => `swift-${kind}`).join(' ');
    throw new Error(`this test wants Debian’s Swift: apt-get install ${packages}`, { cause });
  });
  await mkdir(join(dir, 'device'));
  const programs: (readonly [string, string])[] = [];
  const settle = async (kind: string, text: string): Promise<void> => {
    const file = join(dir, `${kind}.conf`);
    await writeFile(file, text);
    programs.push([`swift-${kind}-server`, file]);
  };
  for (const kind of kinds) {
    const port = await freePort();
    await makeRing(dir, kind, port);
    await settle(kind, storageSettings(dir, kind, port));
  }
  const port = await freePort();
  await settle('proxy', proxySettings(dir, port));
  const accessTo = (name: string): S3Access => ({ endpoint: `http://127.0.0.1:${port}/${name}`, ...person });
  const asks = (): Promise<boolean> =>
    new S3mini(accessTo('nowhere')).bucketExists().then(
      () => true,
      () => false,
    );
  let servers: ChildProcess[] = [];
  return {
    createBucket: async (name) => {
      await new S3mini(accessTo(name)).createBucket();
      return accessTo(name);
    },
    start: async () => {
      servers = programs.map(([program, file]) => spawn(program, [file], { stdio: 'ignore' }));
      await until(asks);
    },
    stop: async () => {
      const ended = servers.map((server) => once(server, 'exit'));
      for (const server of servers) server.kill('SIGKILL');
      await Promise.all(ended);
      servers = [];
    },
  };
};
