import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestDatabase } from './database-setup.ts';

test('a test run leaves neither its database nor its data behind, however it ended', async () => {
  const { url, dataDir, end } = await startTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select 1 from orders');
  await client.end();
  // A killed process closes the channel in the same way.
  await end();
  await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(dataDir)).toBe(false);
});
