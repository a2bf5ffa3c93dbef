/** Runs when a field is judged or left; fetched with the first focus of a field (`typed-field.ts`). */
export { refusalOf, repaired, type TextKind } from '@ceiba/domain/customers/typed-text';

let isPressing = true;
/** How many presses have begun: what ends an earlier one does not end the one that is under way. */
let presses = 0;
const waiting: (() => void)[] = [];

/** The press is over: its click has found what it was meant for. */
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
// A press that was moved away ends without a click; that of a finger is followed by its click within this time.
addEventListener('pointerup', releaseLater, true);
// The press that brought the first focus may be over; one that holds a part of the page down is not.
if (document.querySelector(':active') === null) releaseLater();

/**
 * Runs when the press that is under way has ended, else at once. A field that a press leaves is judged then: its error line would move
 * what is pressed from under the pointer, and the click would be lost.
 */
export const afterPress = (run: () => void): void => {
  if (isPressing) waiting.push(run);
  else run();
};
