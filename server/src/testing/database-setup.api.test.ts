import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestDatabase } from './database-setup.ts';

test('a test run leaves neither its database nor its data behind, in any case', async () => {
  const { url, dataDir, end } = await startTestDatabase();
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  expect((await client.query('select from pg_database where not datallowconn')).rowCount).toBe(3);
  await client.end();
  // A killed process closes the channel in the same way.
  await end();
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(dataDir)).toBe(false);
});
