import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** Where letters are typed and no shortcut of one letter may fire (OFF-14). */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

/** Dialogs and menus that take the keys. A notice (toast) has the role of a dialog too, but leaves the keys to the page. */
const dialogs = ['dialog', 'alertdialog', 'menu'].map((role) => `[role=${role}]:not([aria-modal=false])`).join();

/** A dialog or a menu has the keys to itself. */
export const isUnderDialog = (target: EventTarget | null): boolean =>
  document.querySelector(dialogs) !== null && !(target instanceof Element && target.closest(dialogs) !== null);

/** ms between two characters of a scanner. People need longer. */
const scannerMs = 40;

/** A scanner's code has at least this many characters. */
const scannerLength = 3;

/** Names of the keys that shortcuts of the shown pages listen to, with how many of them do. */
const listened = new Map<string, number>();

/** The run of characters that came one right after the other, and whether one of them is no shortcut: then a scanner types. */
const run = { lastAt: Number.NEGATIVE_INFINITY, length: 0, isText: false };

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Enter and space press what has the focus, unless text is typed there. */
const isPress = ({ key, target }: KeyboardEvent): boolean => (key === 'Enter' || key === ' ') && !isTyping(target);

const watchKeys = (event: KeyboardEvent): void => {
  if (event.timeStamp - run.lastAt > scannerMs) Object.assign(run, { length: 0, isText: false });
  // A scanner ends each code with Enter, and a code may hold a space: neither is the press of a person. A run of shortcuts alone, as a held
  // "j", is a person's.
  if (isPress(event) && run.isText && run.length >= scannerLength) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (!isCharacter(event)) return;
  run.lastAt = event.timeStamp;
  run.length += 1;
  if (!listened.has(event.key)) run.isText = true;
};

/** A character of a code that a scanner types on the page itself, as the "/" of a link in a QR: no shortcut is meant. */
const isOfScanner = (event: KeyboardEvent): boolean => isCharacter(event) && run.isText;

/** Counts a key in or out. `[Shift]+?` listens to `?`. */
const countKey = (keys: string, by: 1 | -1): void => {
  const key = keys.slice(-1);
  const count = (listened.get(key) ?? 0) + by;
  if (count === 0) listened.delete(key);
  else listened.set(key, count);
};

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Listens while it is drawn. Keys as tinykeys writes them: `j`, `$mod+k`. A key without `$mod` stays silent where somebody types, behind a
 * dialog, and inside a code that a scanner types.
 */
export const useShortcuts = (shortcuts: Shortcuts, isOn = true): void => {
  const press = useEffectEvent((keys: string, event: KeyboardEvent) => shortcuts[keys]?.(event));
  const names = Object.keys(shortcuts).join('\n');
  useEffect(() => {
    if (!isOn) return;
    const handlers = Object.fromEntries(
      names.split('\n').map((keys) => [
        keys,
        (event: KeyboardEvent) => {
          const path = event.composedPath()[0] ?? event.target;
          if (!keys.includes('$mod') && (isTyping(path) || isUnderDialog(document.activeElement) || isOfScanner(event)))
            return;
          press(keys, event);
        },
      ]),
    );
    const single = names.split('\n').filter((keys) => !keys.includes('$mod') && /(?:^|\+).$/.test(keys));
    for (const keys of single) countKey(keys, 1);
    window.addEventListener('keydown', watchKeys, { capture: true });
    const unlisten = tinykeys(window, handlers, { ignore: (event) => event.isComposing });
    return () => {
      for (const keys of single) countKey(keys, -1);
      // The one listener stays while the frame's own shortcuts do.
      if (listened.size === 0) window.removeEventListener('keydown', watchKeys, { capture: true });
      unlisten();
    };
  }, [names, isOn]);
};
