import { repairEmail } from '@ceiba/domain/customers/email';
import { personMessage } from '@ceiba/domain/customers/person-name';
import { repairPhone } from '@ceiba/domain/customers/phone';
import { repairLine, repairLines } from '@ceiba/domain/customers/plain-text';

/** What happens when a field is judged or left; fetched with the first focus of a field (`typed-field.ts`). */

const repairs = {
  line: repairLine,
  lines: repairLines,
  email: repairEmail,
  phone: repairPhone,
  name: repairLine,
} as const;

export type TextKind = keyof typeof repairs;

/** A text as its kind is repaired. */
export const repaired = (kind: TextKind, text: string): string => repairs[kind](text);

/** What a text is told beside its field's own rule: that it is no name, or too long (DEC-234). Null = nothing. */
export function refusalOf(value: unknown, kind: TextKind | undefined, maxLength: number): string | null {
  const text = String(value);
  const surplus = [...text].length - maxLength;
  if (surplus > 0) return `Escribe hasta ${maxLength} caracteres: sobran ${surplus}.`;
  return kind === 'name' ? personMessage(text) : null;
}

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
// The press that brought the first focus may be over.
releaseLater();

/**
 * Runs when the press that is under way has ended, else at once. A field that a press leaves is judged then: its error line would move
 * what is pressed from under the pointer, and the click would be lost.
 */
export const afterPress = (run: () => void): void => {
  if (isPressing) waiting.push(run);
  else run();
};

/** Said where the form of a field has no room for what was typed, pasted or filled in (DEC-234). */
export const cutText = 'Quitamos lo que no cabe aquí. Revisa el dato.';

/** The last letter or digit that was typed leaves no trace in the shown form. */
export const isCut = (typed: string, format: (text: string) => string): boolean => {
  const characters = [...typed];
  const end = characters.findLastIndex((character) => /[\p{L}\p{N}]/u.test(character)) + 1;
  const counted = characters.slice(0, end).join('');
  return counted !== '' && format(counted) === format(counted.slice(0, -1));
};
