import { createRequire } from 'node:module';
import { z } from 'zod';

/** Of the shop's own code, as package.json says it: processes of two versions run beside each other while one is released. */
export const shopVersion: string = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('../../../../package.json')).version;
