import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, postgresPrograms } from '../platform/db/postgres-programs.ts';
import { listenHere } from './listen-here.ts';
import { until } from './until.ts';

interface TestPooler {
  /** Address of the database through the pooler. */
  url: string;
  close(): Promise<void>;
}

/** Path of the program in Debian's package. */
const program = '/usr/sbin/pgbouncer';

const through = (url: string, port: number): string => {
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  return pooled.href;
};

/** Starts PgBouncer in the requested mode. */
const openPgBouncer = async (url: string, mode: PoolMode): Promise<TestPooler> => {
  const { hostname, port, username, password, pathname } = new URL(url);
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-pooler-'));
  await chmod(dir, 0o755);
  const [own, { as }] = [await freePort(), await postgresPrograms(() => {})];
  const file = join(dir, 'pgbouncer.ini');
  const to = `host=${hostname} port=${port || 5432} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = ${to}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  await chmod(file, 0o644);
  const child = spawn(program, ['-q', file], { ...as, stdio: 'ignore' });
  const closed = once(child, 'close');
  const pooled = through(url, own);
  await until(async () => {
    const client = new pg.Client({ connectionString: pooled });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return {
    url: pooled,
    close: async () => {
      child.kill('SIGINT');
      await closed;
      await rm(dir, { recursive: true, force: true });
    },
  };
};

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >>> 16), int16(value & 0xffff)]);
const ready = message('Z', Buffer.from('I'));

/** Encodes one text column as the response to a simple query. */
const answerOf = (name: string, text: string): Buffer => {
  const value = Buffer.from(text);
  return Buffer.concat([
    message('T', int16(1), Buffer.from(`${name}\0`), int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0)),
    message('D', int16(1), int32(value.length), value),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
};

/** Imitates a transaction pooler for clients that send simple queries with one column and one row. All clients share one session. */
const openStandIn = async (url: string): Promise<TestPooler> => {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  const serve = (socket: Socket): void => {
    let isGreeted = false;
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      if (!isGreeted) {
        isGreeted = true;
        socket.write(Buffer.concat([message('R', int32(0)), message('K', int32(7), int32(7)), ready]));
      } else if (bytes[0] === 'Q'.charCodeAt(0)) {
        const text = bytes.subarray(5, bytes.indexOf(0, 5)).toString();
        session.query(text).then(({ rows: [row = {}] }) => {
          const [[name, value] = ['', '']] = Object.entries(row);
          socket.write(answerOf(name, String(value)));
        });
      }
    });
  };
  const server = createServer(serve);
  const port = await listenHere(server);
  return {
    url: through(url, port),
    close: async () => {
      server.close();
      await session.end();
    },
  };
};

type PoolMode = 'transaction' | 'session';

/** Opens a pooler in transaction mode: PgBouncer if it is installed, otherwise the imitation. */
export const openTransactionPooler = (url: string): Promise<TestPooler> =>
  existsSync(program) ? openPgBouncer(url, 'transaction') : openStandIn(url);

/** Opens a pooler in session mode, which the shop supports. Without PgBouncer, returns the database itself. */
export const openSessionPooler = async (url: string): Promise<TestPooler> =>
  existsSync(program) ? openPgBouncer(url, 'session') : { url, close: async () => {} };
