/** Positions kept: at two a second, a minute of a replica that stands still. */
const mostPositions = 120;

/**
 * How far a replica is behind, told by positions in the primary's log and one clock, ours. The replica's own
 * `pg_last_xact_replay_timestamp` cannot tell: it is old whenever nobody writes, and a replica that lost its primary
 * believes that it has replayed everything.
 */
export interface LagGauge {
  /** The primary's log reached `position` (bytes) at `now` (ms) or before. */
  wrote(position: number, now: number): void;
  /** Milliseconds since the primary passed the first position that a replica at `replayed` has not reached; 0: none. */
  lagOf(replayed: number, now: number): number;
}

export const createLagGauge = (): LagGauge => {
  /** Oldest first, each with the moment it was first seen; the ones a replica has reached are dropped. */
  let positions: { position: number; seenAt: number }[] = [];
  return {
    wrote: (position, now) => {
      const last = positions.at(-1);
      if (last === undefined || (position > last.position && positions.length < mostPositions)) {
        positions.push({ position, seenAt: now });
      } else if (position > last.position) last.position = position;
    },
    lagOf: (replayed, now) => {
      positions = positions.filter(({ position }) => position > replayed);
      const [oldest] = positions;
      return oldest === undefined ? 0 : now - oldest.seenAt;
    },
  };
};
