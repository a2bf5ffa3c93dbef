import { fileURLToPath } from 'node:url';

/** The address of the tested shop: the shop of the tests, or a running shop. */
export const port = Number(process.env.E2E_PORT ?? 3100);
export const baseURL = process.env.E2E_URL ?? `http://localhost:${port}`;

/** Database and bank of the tests' shop. */
export const dataDir = fileURLToPath(new URL('../../.data/e2e', import.meta.url));
