/** Gives the word to one of several actors at a time, so that a list of numbers decides in which order they go on. */
export type Pause = () => Promise<void>;

/**
 * Runs actors that share something outside, step by step: each waits where it calls `pause`, and of those that wait
 * the next of `picks` chooses who goes on, until all have ended. Beyond the last pick the first one goes on. Between
 * two pauses an actor runs alone.
 */
export async function takeTurns(
  actors: readonly ((pause: Pause) => Promise<void>)[],
  picks: readonly number[],
): Promise<void> {
  const waiting = new Map<number, () => void>();
  let stopped: () => void = () => {};
  const pauseOf = (actor: number) => (): Promise<void> =>
    new Promise((resume) => {
      waiting.set(actor, resume);
      stopped();
    });
  const running = actors.map(async (act, actor) => {
    const pause = pauseOf(actor);
    await pause();
    try {
      await act(pause);
    } finally {
      stopped();
    }
  });
  for (let turn = 0; waiting.size > 0; turn += 1) {
    const [actor, resume] = [...waiting][(picks[turn] ?? 0) % waiting.size] ?? [];
    if (actor === undefined || resume === undefined) break;
    waiting.delete(actor);
    await new Promise<void>((rest) => {
      stopped = rest;
      resume();
    });
  }
  await Promise.all(running);
}
