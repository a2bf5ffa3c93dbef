import { z } from 'zod';
import { defaultMerchantKey, startSandboxBank } from './start.ts';

const environment = z.object({
  SANDBOX_BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(4_310),
  SANDBOX_BANK_DATA: z.string().min(1).default('.data/sandbox-bank'),
  SANDBOX_BANK_KEY: z.string().min(8).default(defaultMerchantKey),
});

const { SANDBOX_BANK_PORT: port, SANDBOX_BANK_DATA, SANDBOX_BANK_KEY } = environment.parse(process.env);

/** The message for a person, in Spanish and in English, because a stack trace would not help. */
const portTaken =
  `El puerto ${port} del banco de pruebas ya está en uso: detén el programa que lo usa o elige otro con SANDBOX_BANK_PORT=${port + 1}. · ` +
  `Port ${port} of the sandbox bank is already in use: stop the program that uses it, or choose another with SANDBOX_BANK_PORT=${port + 1}.\n`;

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

try {
  const bank = await startSandboxBank({ port, dataDir: SANDBOX_BANK_DATA, merchantKey: SANDBOX_BANK_KEY });
  // A signal to a group of processes may arrive more than once: closing continues.
  let isClosing = false;
  const close = (): void => {
    if (!isClosing) void bank.close();
    isClosing = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close);
} catch (error) {
  if (!isPortTaken(error)) throw error;
  process.stdout.write(portTaken);
  process.exitCode = 1;
}
