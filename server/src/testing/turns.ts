/** Yields to the other actors until this actor's next turn. */
export type Pause = () => Promise<void>;

/**
 * Runs actors that share state step by step. Each actor waits where it calls `pause`. The next number in `picks` chooses the
 * waiting actor that continues, until all have ended. After the last pick, the first actor continues. Between two pauses, an
 * actor runs alone.
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
