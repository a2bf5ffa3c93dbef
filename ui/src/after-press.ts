let isPressing = false;
const waiting: (() => void)[] = [];

/** The press is over: its click has found what it was meant for. */
const release = (): void => {
  isPressing = false;
  if (waiting.length === 0) return;
  setTimeout(() => {
    for (const run of waiting.splice(0)) run();
  });
};

if (typeof window !== 'undefined') {
  addEventListener('pointerdown', () => (isPressing = true), true);
  for (const end of ['click', 'keydown', 'pointercancel']) addEventListener(end, release, true);
  // A press that was moved away ends without a click; that of a finger is followed by its click within this time.
  addEventListener('pointerup', () => setTimeout(release, 400), true);
}

/**
 * Runs when the press that is under way has ended, else at once. A field that a press leaves is judged then: its error line would move
 * what is pressed from under the pointer, and the click would be lost.
 */
export const afterPress = (run: () => void): void => {
  if (isPressing) waiting.push(run);
  else run();
};
