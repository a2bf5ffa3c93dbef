import { z } from 'zod';
import { defaultMerchantKey, startSandboxBank } from './start.ts';

const environment = z.object({
  SANDBOX_BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(4_310),
  SANDBOX_BANK_DATA: z.string().min(1).default('.data/sandbox-bank'),
  SANDBOX_BANK_KEY: z.string().min(8).default(defaultMerchantKey),
});

const { SANDBOX_BANK_PORT, SANDBOX_BANK_DATA, SANDBOX_BANK_KEY } = environment.parse(process.env);
const bank = await startSandboxBank({
  port: SANDBOX_BANK_PORT,
  dataDir: SANDBOX_BANK_DATA,
  merchantKey: SANDBOX_BANK_KEY,
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bank.close());
