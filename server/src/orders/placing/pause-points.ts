import { kill, pid } from 'node:process';

/** Named points of a placement, in order. Tests stop a process at each of them. */
export const pausePointNames = [
  /** Everything is decided and locked, but not yet written and committed. */
  'placing.beforeClaim',
  /** Stock is claimed, the order is `placing`, and nothing is charged. */
  'placing.afterClaim',
  /** The gateway has answered, and only this process knows the answer. */
  'placing.afterCharge',
  /** The charge was approved, and the order is about to be confirmed. */
  'placing.beforeConfirm',
  /** The charge was refused, and everything is about to be given back. */
  'placing.beforeRelease',
  /** The order is confirmed, but the shopper has no answer yet. */
  'placing.afterConfirm',
] as const;

export type PausePointName = (typeof pausePointNames)[number];

/** Points where a test can kill or pause a placement. Does nothing in production. */
export interface PausePoints {
  reach(name: PausePointName): Promise<void>;
}

const noPausePoints: PausePoints = { reach: async () => {} };

/**
 * `CEIBA_PAUSE_AT=placing.afterClaim` kills the process at that point (SIGKILL, like a power cut).
 * `CEIBA_PAUSE_AT=placing.afterClaim:hang` pauses the process at that point until it is killed.
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
