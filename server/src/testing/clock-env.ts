/**
 * What shifts the clock of this process (`npm run test:dates`), for children that get no other environment: their clock and the
 * database's are the same.
 */
export const clockEnv: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && (name === 'LD_PRELOAD' || name.startsWith('FAKETIME')) ? [[name, value]] : [],
  ),
);
