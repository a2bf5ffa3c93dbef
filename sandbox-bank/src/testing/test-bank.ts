import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { defaultMerchantKey, type SandboxBankOptions, startSandboxBank } from '../start.ts';

/** The fields of the bank's responses that tests use. */
const answerBody = z.looseObject({
  id: z.string().optional(),
  key: z.string().optional(),
  status: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  token: z.string().optional(),
  account: z.string().optional(),
  availablePoints: z.number().optional(),
  outstandingCentavos: z.number().optional(),
  holds: z.array(z.object({ key: z.string(), status: z.string(), points: z.number() })).optional(),
  next: z.string().nullable().optional(),
});

export interface Answer {
  readonly status: number;
  readonly body: z.infer<typeof answerBody>;
}

/** A call like the calls of the shop. @throws if the connection breaks, the time has passed, or the caller aborts */
export async function callBank(
  url: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  patience: number | AbortSignal = 60_000,
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    signal: typeof patience === 'number' ? AbortSignal.timeout(patience) : patience,
    headers: {
      authorization: `Bearer ${defaultMerchantKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: answer.status, body: answerBody.parse(isJson ? JSON.parse(text) : { text }) };
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-bank-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Test cards wait milliseconds here, not seconds. */
export const shortDelays = { slow: 60, verySlow: 120, late: 150 } as const;

/** A separate bank for one test, on a free port, closed after the test. */
export async function openTestBank(options: Partial<SandboxBankOptions> = {}) {
  const lines: string[] = [];
  const dataDir = options.dataDir ?? temporaryFolder();
  const log = { write: (line: string) => void lines.push(line) };
  const bank = await startSandboxBank({ port: 0, delays: shortDelays, log, ...options, dataDir });
  onTestFinished(() => bank.close());
  return {
    ...bank,
    dataDir,
    lines,
    get: (path: string) => callBank(bank.url, 'GET', path),
    post: (path: string, body?: unknown, patience?: number | AbortSignal) =>
      callBank(bank.url, 'POST', path, body, patience),
    remove: (path: string) => callBank(bank.url, 'DELETE', path),
  };
}

export const cardOf = (number: string) => ({ number, expiry: '12/39', cvv: '123', holder: 'ANA CHOC' });

/** A single payment of Q150.00 with a Visa and a new key. */
export const chargeOf = (number = '4111111111111111', changes: Record<string, unknown> = {}) => ({
  key: randomUUID(),
  amountCentavos: 15_000,
  currency: 'GTQ',
  plan: 1,
  description: 'Pedido 100000001',
  card: cardOf(number),
  ...changes,
});
