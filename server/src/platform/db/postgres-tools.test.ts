import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { dumpDatabase, faultOfTools, findPostgresTools } from './postgres-tools.ts';

test.each([
  ['older', 14, true],
  ['equally old', 15, false],
  ['newer', 16, false],
])('[OPS-05] for a server of version 15, %s tools (version %i) are reported as too old: %s', (_, version, isFault) => {
  const fault = faultOfTools({ bin: '/opt/pg/bin', version }, 150_018);
  expect(fault === undefined).toBe(!isFault);
  if (isFault) expect(fault).toContain('/opt/pg/bin is of version 14, the server of 15');
});

test('without tools the message names the version to install', () => {
  expect(faultOfTools(undefined, 180_004)).toContain('version 18 or newer');
});

test('PG_BIN takes precedence over the path', async () => {
  const bin = await mkdtemp(join(tmpdir(), 'ceiba-tools-'));
  expect(await findPostgresTools(bin)).toBeUndefined();
  await writeFile(join(bin, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 12.3 (somebody’s)"\n');
  await chmod(join(bin, 'pg_dump'), 0o755);
  expect(await findPostgresTools(bin)).toEqual({ bin, version: 12 });
  await rm(bin, { recursive: true, force: true });
});

test('if a dump fails, its own error is reported, not the error of the program that reads the stream', async () => {
  const bin = await mkdtemp(join(tmpdir(), 'ceiba-tools-'));
  await writeFile(join(bin, 'pg_dump'), '#!/bin/sh\necho "permission denied for table orders" >&2\nexit 1\n');
  await chmod(join(bin, 'pg_dump'), 0o755);
  const dumped = dumpDatabase({ bin, version: 15 }, 'postgresql://ceiba@127.0.0.1/ceiba', async (stream) => {
    throw new Error(`input file is too short: "${await text(stream)}"`);
  });
  await expect(dumped).rejects.toThrow('pg_dump ended with 1: permission denied for table orders');
  await rm(bin, { recursive: true, force: true });
});
