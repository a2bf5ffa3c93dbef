/** Runs when a field is validated or left. Fetched with the first focus of a field (`typed-field.ts`). */
export { refusalOf, repaired, type TextKind } from '@ceiba/domain/customers/typed-text';

let isPressing = true;
/** Number of presses so far: the end of an earlier press must not end the current one. */
let presses = 0;
const waiting: (() => void)[] = [];

/** Called when the press has ended and its click was handled. */
const release = (): void => {
  isPressing = false;
  if (waiting.length === 0) return;
  setTimeout(() => {
    for (const run of waiting.splice(0)) run();
  });
};

const releaseLater = (): void => {
  const press = presses;
  setTimeout(() => {
    if (press === presses) release();
  }, 400);
};

addEventListener(
  'pointerdown',
  () => {
    isPressing = true;
    presses += 1;
  },
  true,
);
for (const end of ['click', 'keydown', 'pointercancel']) addEventListener(end, release, true);
// Releases a moment later: the click follows the touch, and a press that moves away ends without a click.
addEventListener('pointerup', releaseLater, true);
// The press that brought the first focus may have ended already, unless an element is still held down.
if (document.querySelector(':active') === null) releaseLater();

/**
 * Runs after the current press, or immediately without a press. If a press leaves a field, its error line must not move
 * the pressed element away from the pointer, because the click would be lost.
 */
export const afterPress = (run: () => void): void => {
  if (isPressing) waiting.push(run);
  else run();
};
