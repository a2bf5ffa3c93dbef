import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosScene, type LineName, lineNames, type PartName, partNames } from './scene.ts';

export type Fault =
  | { kind: 'kill'; part: PartName; awayMs: number }
  | { kind: 'cut'; line: LineName }
  | { kind: 'delay'; line: LineName; delayMs: number; lastsMs: number }
  | { kind: 'clock'; stepMs: number; lastsMs: number };

/** Returns random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Returns the next fault: a kill, a cut or slow connection, or sometimes a wrong clock. A killed part is down for `maxAwayMs` at most. */
export const nextFault = (random: () => number, maxAwayMs = 2_000): Fault => {
  const between = (least: number, most: number): number => Math.round(least + random() * (most - least));
  const oneOf = <T>(choices: readonly [T, ...T[]]): T => choices[between(0, choices.length - 1)] ?? choices[0];
  const kind = random();
  if (kind < 0.4) return { kind: 'kill', part: oneOf(partNames), awayMs: between(0, maxAwayMs) };
  if (kind < 0.65) return { kind: 'cut', line: oneOf(lineNames) };
  const lastsMs = between(500, 4_000);
  if (kind < 0.88) return { kind: 'delay', line: oneOf(lineNames), delayMs: between(20, 1_500), lastsMs };
  // A minute forward or back. A server with a time service is never wrong by as much.
  return { kind: 'clock', stepMs: between(-60_000, 60_000), lastsMs };
};

export const nameOf = (fault: Fault): string => {
  if (fault.kind === 'kill') return `kill ${fault.part}`;
  return fault.kind === 'clock' ? 'clock step' : `${fault.kind} ${fault.line}`;
};

/** Causes a fault, and repairs it. */
export const play = async (scene: ChaosScene, fault: Fault): Promise<void> => {
  switch (fault.kind) {
    case 'kill':
      return scene.kill(fault.part, fault.awayMs);
    case 'cut':
      return scene.lines[fault.line].cut();
    case 'delay':
      scene.lines[fault.line].delay(fault.delayMs);
      await sleep(fault.lastsMs);
      return scene.lines[fault.line].delay(0);
    case 'clock':
      await scene.stepClock(fault.stepMs);
      await sleep(fault.lastsMs);
      return scene.stepClock(0);
  }
};
