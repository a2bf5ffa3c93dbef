import { createRequire } from 'node:module';
import { z } from 'zod';

/** The version of the shop's own code in package.json. During a release, processes of two versions run side by side. */
export const shopVersion: string = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('../../../../package.json')).version;
