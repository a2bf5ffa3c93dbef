/** The shop the tests walk: their own, or one that runs already. */
export const port = Number(process.env.E2E_PORT ?? 3100);
export const baseURL = process.env.E2E_URL ?? `http://localhost:${port}`;
