import { fileURLToPath } from 'node:url';

/** The shop the tests walk: their own, or one that runs already. */
export const port = Number(process.env.E2E_PORT ?? 3100);
export const baseURL = process.env.E2E_URL ?? `http://localhost:${port}`;

/** Database and bank of the tests' own shop. */
export const dataDir = fileURLToPath(new URL('../../.data/e2e', import.meta.url));
