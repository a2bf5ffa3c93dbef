import { kill, pid } from 'node:process';

/** Named moments of a placement, in their order; between two of them a process may die. */
export const pausePointNames = [
  /** Everything is decided and locked, and about to be written and committed. */
  'placing.beforeClaim',
  /** Stock is claimed and the order is `placing`; nothing is charged. */
  'placing.afterClaim',
  /** The gateway answered; nobody knows but this process. */
  'placing.afterCharge',
  /** About to confirm an approved charge. */
  'placing.beforeConfirm',
  /** About to give everything back after a refusal. */
  'placing.beforeRelease',
  /** The order stands; the shopper was not told. */
  'placing.afterConfirm',
] as const;

export type PausePointName = (typeof pausePointNames)[number];

/** Where a test can kill or hold a placement exactly. Does nothing in production. */
export interface PausePoints {
  reach(name: PausePointName): Promise<void>;
}

const noPausePoints: PausePoints = { reach: async () => {} };

/**
 * `CEIBA_PAUSE_AT=placing.afterClaim` kills the process there (SIGKILL, as a power cut would);
 * `CEIBA_PAUSE_AT=placing.afterClaim:hang` holds it there until it is killed.
 */
export const pausePointsOf = (setting: string | undefined): PausePoints => {
  if (setting === undefined || setting === '') return noPausePoints;
  const [wanted, mode = 'kill'] = setting.split(':');
  if (!pausePointNames.some((name) => name === wanted)) throw new Error(`CEIBA_PAUSE_AT: no pause point ${setting}`);
  return {
    reach: async (name) => {
      if (name !== wanted) return;
      if (mode === 'kill') kill(pid, 'SIGKILL');
      await new Promise(() => {});
    },
  };
};
