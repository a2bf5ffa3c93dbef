import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { access, chown, mkdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import { ask } from '../bench-room.ts';
import { freePort, projectDir } from '../processes.ts';
import { openRelay, type Relay } from './relay.ts';

// Three PostgreSQL servers under Patroni, etcd and HAProxy on this machine, with the files of `deploy/ha` (docs/operations.md,
// "High availability"). Relays are on every connection to a node's database and its Patroni, and from Patroni to etcd, so that a
// node can be cut off.

const deployDir = join(projectDir, 'deploy', 'ha');

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
  python3_etcd: '/usr/lib/python3/dist-packages/etcd/client.py',
};

/** Returns the packages that must be installed before a cluster can be opened. Undefined if all are installed. */
export const missingPackages = async (): Promise<string | undefined> => {
  const found = await Promise.all(
    Object.values(programs).map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean)
    ? undefined
    : 'npm run chaos -- --ha needs Debian packages: apt-get install patroni etcd-server haproxy postgresql-15 python3-etcd';
};

const nodeNames = ['node1', 'node2', 'node3'] as const;
export type NodeName = (typeof nodeNames)[number];

export interface DatabaseCluster {
  /** The address of HAProxy's port for writing, with the user of the shop. */
  url: string;
  /** The address of HAProxy's port for reading. */
  replicaUrl: string;
  /** Returns the current primary, according to the write port. @throws if no node responds */
  primary(): Promise<NodeName>;
  /** Sends SIGKILL to all processes of a node: Patroni, PostgreSQL and etcd. */
  kill(node: NodeName): Promise<void>;
  /** Sends SIGSTOP to all processes of a node. */
  freeze(node: NodeName): Promise<void>;
  /** Stops all traffic to and from a node, without closing connections. */
  cutOff(node: NodeName): Promise<void>;
  /** Reverts all faults of a node. */
  mend(node: NodeName): Promise<void>;
  /** Resolves once the primary has its synchronous standby and all three are on one timeline. @throws after three minutes */
  isWhole(): Promise<void>;
  close(): Promise<void>;
}

type Variables = Readonly<NodeJS.ProcessEnv>;

/** In milliseconds. Longer than any run. */
const forEverMs = 2 ** 31 - 1;

const wholeMs = 180_000;

/** PostgreSQL, and therefore Patroni, does not run as root. Root runs it as the system's user `postgres`. */
const runAs = async (): Promise<{ uid: number; gid: number } | Record<string, never>> => {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Returns a process and all its descendants. PostgreSQL's processes do not share a group. */
const familyOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended in the meantime.
    }
};

interface Place {
  dir: string;
  as: Awaited<ReturnType<typeof runAs>>;
  template: Variables;
  spawnLogged: (name: string, file: string, args: readonly string[], env: Variables) => ChildProcess;
}

interface Node {
  name: NodeName;
  relays: { postgres: Relay; patroni: Relay; etcd: Relay[] };
  start(): void;
  /** Returns all its running processes. */
  pids(): Promise<number[]>;
}

const listening = (port: number): string => `127.0.0.1:${port}`;

const openNode = async (
  { dir, template, spawnLogged }: Place,
  name: NodeName,
  etcd: { own: Variables; ports: readonly number[] },
  secrets: Variables,
): Promise<Node> => {
  const [postgresPort, patroniPort] = [await freePort(), await freePort()];
  const relays = {
    postgres: await openRelay(postgresPort),
    patroni: await openRelay(patroniPort),
    etcd: await Promise.all(etcd.ports.map(openRelay)),
  };
  const dataDir = join(dir, name, 'data');
  const env = {
    ...template,
    ...secrets,
    ...etcd.own,
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: relays.etcd.map(({ port }) => listening(port)).join(','),
    // Patroni uses only these addresses, not those that etcd announces, because the announced addresses have no relay.
    PATRONI_ETCD_USE_PROXIES: 'true',
    PATRONI_RESTAPI_LISTEN: listening(patroniPort),
    PATRONI_RESTAPI_CONNECT_ADDRESS: listening(relays.patroni.port),
    PATRONI_POSTGRESQL_LISTEN: listening(postgresPort),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: listening(relays.postgres.port),
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_PGPASS: join(dir, name, 'pgpass'),
  };
  let running: ChildProcess[] = [];
  const postmaster = async (): Promise<number[]> => {
    const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    // The pid file remains after a kill, and its number may then belong to another process. PostgreSQL's working directory is its
    // data folder.
    const workingIn = pid > 0 ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : '';
    return workingIn === dataDir ? familyOf(pid) : [];
  };
  return {
    name,
    relays,
    start: () => {
      running = [
        spawnLogged(`${name}-etcd`, programs.etcd, [], env),
        spawnLogged(`${name}-patroni`, programs.patroni, [join(deployDir, 'patroni.yml')], env),
      ];
    },
    pids: async () => {
      const own = running.flatMap((child) => (isAlive(child) && child.pid !== undefined ? [child.pid] : []));
      return [...new Set([...(await Promise.all(own.map(familyOf))).flat(), ...(await postmaster())])];
    },
  };
};

const etcdVariables = (dir: string, peers: readonly number[], clients: readonly number[]): Variables[] =>
  nodeNames.map((name, index) => ({
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(dir, name, 'etcd'),
    ETCD_INITIAL_CLUSTER: nodeNames.map((each, at) => `${each}=http://${listening(peers[at] ?? 0)}`).join(','),
    ETCD_LISTEN_PEER_URLS: `http://${listening(peers[index] ?? 0)}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${listening(peers[index] ?? 0)}`,
    ETCD_LISTEN_CLIENT_URLS: `http://${listening(clients[index] ?? 0)}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${listening(clients[index] ?? 0)}`,
  }));

const secret = (): string => randomBytes(18).toString('base64url');

/** Opens the whole cluster in an empty folder that every user may enter, with an empty database `ceiba`. */
export const openDatabaseCluster = async (dir: string): Promise<DatabaseCluster> => {
  const as = await runAs();
  await mkdir(dir, { recursive: true });
  for (const folder of ['', ...nodeNames].map((name) => join(dir, name))) {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    if ('uid' in as) await chown(folder, as.uid ?? 0, as.gid ?? 0);
  }
  const children = new Set<ChildProcess>();
  const template: NodeJS.ProcessEnv = parseEnv(await readFile(join(deployDir, 'node.env'), 'utf8'));
  const place: Place = {
    dir,
    as,
    template,
    spawnLogged: (name, file, args, env) => {
      const log = openSync(join(dir, `${name}.log`), 'a');
      // Passes only the path of this process's environment, because its database variables are not for the cluster.
      const own = { PATH: process.env.PATH ?? '', ...env };
      const child = spawn(file, [...args], { cwd: dir, env: own, stdio: ['ignore', log, log], ...as });
      closeSync(log);
      children.add(child);
      child.once('close', () => children.delete(child));
      return child;
    },
  };
  const ports = (): Promise<number[]> => Promise.all(nodeNames.map(freePort));
  const [peers, clients] = [await ports(), await ports()];
  const etcds = etcdVariables(dir, peers, clients);
  const secrets = { PATRONI_SUPERUSER_PASSWORD: secret(), PATRONI_REPLICATION_PASSWORD: secret() };
  const nodes = new Map<NodeName, Node>();
  for (const [index, name] of nodeNames.entries())
    nodes.set(name, await openNode(place, name, { own: etcds[index] ?? {}, ports: clients }, secrets));
  const nodeOf = (name: NodeName): Node => {
    const node = nodes.get(name);
    if (node === undefined) throw new Error(`there is no node ${name}`);
    return node;
  };
  const [writePort, readPort] = [await freePort(), await freePort()];
  const close = async (): Promise<void> => {
    const pids = (await Promise.all([...nodes.values()].map((node) => node.pids()))).flat();
    signalAll([...pids, ...[...children].flatMap(({ pid }) => pid ?? [])], 'SIGKILL');
    while (children.size > 0) await sleep(50);
    for (const { relays } of nodes.values())
      await Promise.all([relays.postgres, relays.patroni, ...relays.etcd].map((relay) => relay.close()));
  };
  for (const node of nodes.values()) node.start();
  const addresses = Object.fromEntries(
    [...nodes.values()].flatMap(({ name, relays }) => [
      [`${name.toUpperCase()}_HOST`, '127.0.0.1'],
      [`${name.toUpperCase()}_POSTGRES`, listening(relays.postgres.port)],
      [`${name.toUpperCase()}_PATRONI_PORT`, String(relays.patroni.port)],
    ]),
  );
  place.spawnLogged('haproxy', programs.haproxy, ['-db', '-f', join(deployDir, 'haproxy.cfg')], {
    ...template,
    ...addresses,
    WRITE_ADDRESS: listening(writePort),
    READ_ADDRESS: listening(readPort),
  });
  const admin = { url: `postgresql://postgres:${secrets.PATRONI_SUPERUSER_PASSWORD}@${listening(writePort)}/postgres` };

  const stateOf = async ({ relays }: Node): Promise<{ state: string; timeline: number }> => {
    const answer = await fetch(`http://${listening(relays.patroni.port)}/patroni`, {
      signal: AbortSignal.timeout(2_000),
    });
    const state: { state: string; timeline: number } = JSON.parse(await answer.text());
    return state;
  };
  const seesWhole = async (): Promise<boolean> => {
    const states = await Promise.all([...nodes.values()].map(stateOf));
    const [standbys] = await ask<{ count: number }>(
      admin,
      `select count(*) filter (where sync_state = 'sync')::float8 as count from pg_stat_replication where state = 'streaming'`,
    );
    return (
      states.every(({ timeline, state }) => state === 'running' && timeline === states[0]?.timeline) &&
      standbys?.count === 1
    );
  };
  const isWhole = async (): Promise<void> => {
    for (const end = Date.now() + wholeMs; ; await sleep(500)) {
      if (await seesWhole().catch(() => false)) return;
      if (Date.now() > end)
        throw new Error(`the cluster is not complete after ${wholeMs / 1000} s: see the logs in ${dir}`);
    }
  };
  try {
    await isWhole();
    const password = secret();
    await ask(admin, `create role ceiba login password '${password}'`);
    await ask(admin, 'create database ceiba owner ceiba');
    const urlAt = (port: number): string => `postgresql://ceiba:${password}@${listening(port)}/ceiba`;
    return {
      url: urlAt(writePort),
      replicaUrl: urlAt(readPort),
      primary: async () => {
        const [row] = await ask<{ name: NodeName }>(
          admin,
          `select (regexp_match(current_setting('data_directory'), '(node[123])/data$'))[1] as name`,
        );
        if (row === undefined) throw new Error('no node reports which node is the primary');
        return row.name;
      },
      kill: async (name) => signalAll(await nodeOf(name).pids(), 'SIGKILL'),
      freeze: async (name) => signalAll(await nodeOf(name).pids(), 'SIGSTOP'),
      cutOff: async (name) => {
        const { relays } = nodeOf(name);
        for (const relay of [relays.postgres, relays.patroni, ...relays.etcd]) relay.delay(forEverMs);
      },
      mend: async (name) => {
        const node = nodeOf(name);
        const pids = await node.pids();
        if (pids.length === 0) return node.start();
        signalAll(pids, 'SIGCONT');
        for (const relay of [node.relays.postgres, node.relays.patroni, ...node.relays.etcd]) {
          relay.delay(0);
          // Cuts the relay, because delayed traffic would arrive after the run.
          relay.cut();
        }
      },
      isWhole,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
