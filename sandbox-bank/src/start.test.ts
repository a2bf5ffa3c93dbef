import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { childEnv } from './testing/child-env.ts';
import { callBank, cardOf, chargeOf, openTestBank, temporaryFolder } from './testing/test-bank.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts the bank in a separate process, like `npm start`. */
async function spawnBank(dataDir: string, port: number): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...childEnv, SANDBOX_BANK_PORT: String(port), SANDBOX_BANK_DATA: dataDir },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(async () => (await fetch(`${url}/health`).catch(() => undefined))?.status, { timeout: 60_000 })
    .toBe(200);
  return { url, child };
}

test('charges, refunds, tombstones, tokens, holds and members survive a restart', async () => {
  const dataDir = temporaryFolder();
  const before = await openTestBank({ dataDir });
  const charge = chargeOf(undefined, { saveCard: true });
  const approved = await before.post('/charges', charge);
  await before.post(`/charges/${approved.body.id}/refunds`, { key: randomUUID(), amountCentavos: 1_000 });
  const voidedKey = randomUUID();
  await before.post(`/charges/by-key/${voidedKey}/void`);
  const identity = cardOf('5105105105105100');
  const { account } = (await before.post('/points/BacPoints/balance', identity)).body;
  await before.post('/points/holds', { key: randomUUID(), account, points: 500 });
  await before.close();

  const after = await openTestBank({ dataDir });
  expect(await after.post('/charges', charge)).toEqual(approved);
  expect((await after.get(`/charges/${approved.body.id}`)).body.outstandingCentavos).toBe(14_000);
  expect((await after.post('/charges', chargeOf(undefined, { key: voidedKey }))).body.code).toBe('CHARGE_VOIDED');
  expect((await after.get(`/tokens/${approved.body.token}`)).status).toBe(200);
  expect((await after.post('/points/BacPoints/balance', identity)).body).toEqual({ account, availablePoints: 11_500 });
});

test('every answered charge survives kill -9 in the middle of work', async () => {
  const dataDir = temporaryFolder();
  const { url, child } = await spawnBank(dataDir, await freePort());
  const answered: string[] = [];
  const work = Array.from({ length: 4 }, async () => {
    for (;;) {
      const charge = chargeOf();
      const { status } = await callBank(url, 'POST', '/charges', charge);
      if (status !== 201) throw new Error(`unexpected ${status}`);
      answered.push(charge.key);
      if (answered.length === 25) child.kill('SIGKILL');
    }
  });
  const ends = await Promise.allSettled(work);
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
  expect(answered.length).toBeGreaterThanOrEqual(25);

  const again = await spawnBank(dataDir, await freePort());
  const found = await Promise.all(answered.map((key) => callBank(again.url, 'GET', `/charges/by-key/${key}`)));
  expect(found.filter(({ body }) => body.status === 'approved')).toHaveLength(answered.length);
  again.child.kill('SIGTERM');
  const [exitCode] = await once(again.child, 'exit');
  expect(exitCode).toBe(0);
});

test('a port in use is reported in one line of Spanish and English', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...childEnv, SANDBOX_BANK_PORT: String(address.port), SANDBOX_BANK_DATA: temporaryFolder() },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const [exitCode] = await once(child, 'close');
  expect(exitCode).toBe(1);
  const plain = output
    .join('')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect(plain).toEqual([
    expect.stringMatching(new RegExp(`^El puerto ${address.port} .* · Port ${address.port} .*in use`)),
  ]);
});

test('closing finishes slow calls, drops silent ones, and charges nothing late', async () => {
  const dataDir = temporaryFolder();
  const bank = await openTestBank({ dataDir, delays: { slow: 60_000, late: 60_000 } });
  const [slow, late] = [chargeOf('4000000000000515'), chargeOf('4000000000000432')];
  const calls = [slow, late, chargeOf('4000000000000416')].map((charge) => bank.post('/charges', charge));
  const ends = Promise.allSettled(calls);
  await expect.poll(async () => (await bank.get(`/charges/by-key/${slow.key}`)).status).toBe(200);
  await expect.poll(() => bank.lines.some((line) => line.includes('held without'))).toBe(true);
  await bank.close();
  const [slowEnd, lateEnd, silentEnd] = await ends;
  expect(slowEnd).toMatchObject({ status: 'fulfilled', value: { status: 201 } });
  expect(lateEnd?.status).toBe('rejected');
  expect(silentEnd?.status).toBe('rejected');
  const after = await openTestBank({ dataDir });
  expect((await after.get(`/charges/by-key/${late.key}`)).status).toBe(404);
});

test('logs contain no card number, CVV, token or DPI, and the ledger no number, CVV or document', async () => {
  const bank = await openTestBank();
  const canary = { number: '4539578763621486', expiry: '09/38', cvv: '907', holder: 'TITULAR CANARIO' };
  // Three digits can occur anywhere by chance. A malformed, longer CVV is handled in the same way and cannot.
  const longCvv = 'CVVCANARIO';
  const secrets = [canary.number, longCvv, canary.holder, '7223168950301', '1988-08-08'];
  await bank.post('/charges', chargeOf('', { card: { ...canary, cvv: longCvv } }));
  const { token } = (await bank.post('/charges', chargeOf('', { card: canary, saveCard: true }))).body;
  const { card: _card, ...terms } = chargeOf();
  await bank.post('/charges', { ...terms, token, cvv: canary.cvv });
  await bank.post('/charges', { ...chargeOf('', { card: canary }), extra: canary.number });
  await bank.post('/charges', chargeOf('', { card: { ...canary, number: canary.number.replace('6', '7') } }));
  await bank.post('/points/BiPoints/balance', canary);
  await bank.post('/points/MaxpointsPoints/balance', { dpi: '7223168950301', birthDate: '1988-08-08' });
  await bank.get('/registry/taxpayers?type=dpi&identifier=7223168950301');
  await bank.post('/points/members', {
    key: randomUUID(),
    documentId: '7223168950301',
    documentType: 'DPI',
    firstName: canary.holder,
    lastName: 'X',
    email: 'x@correo.example',
    phone: '1',
    dateOfBirth: '1988-08-08',
    gender: '',
    acceptTerms: true,
  });
  await fetch(`${bank.url}/charges`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-merchant', 'content-type': 'application/json' },
    body: `{"number": ${canary.number} "cvv"}`,
  });
  await bank.remove(`/tokens/${token}`);

  const ledger = readdirSync(bank.dataDir).map((file) => readFileSync(join(bank.dataDir, file)));
  expect(ledger.some((bytes) => bytes.includes('453957******1486'))).toBe(true);
  const log = bank.lines.join('');
  expect(log).toContain('/tokens/:token');
  for (const secret of secrets) {
    expect(ledger.filter((bytes) => bytes.includes(secret))).toEqual([]);
  }
  for (const secret of [...secrets, `${token}`]) expect(log).not.toContain(secret);
});
