import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** Returns whether the element is a field for text. In such a field, single-letter shortcuts must not act (OFF-14). */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

/** Selects dialogs and menus, which take the keys. A notice (toast) also has the role of a dialog, but leaves the keys to the page. */
const dialogs = ['dialog', 'alertdialog', 'menu'].map((role) => `[role=${role}]:not([aria-modal=false])`).join();

/** Returns whether a dialog or a menu takes the keys instead of the page. */
export const isUnderDialog = (target: EventTarget | null): boolean =>
  document.querySelector(dialogs) !== null && !(target instanceof Element && target.closest(dialogs) !== null);

/** Maximum ms between two characters of a scanner. People need longer. */
const scannerMs = 40;

/** Minimum length of a scanner's code. */
const scannerLength = 3;

/** Keys that shortcuts of the shown pages listen to, with the number of listeners. */
const listened = new Map<string, number>();

/** The current run of quick characters. `isText` is true if one of the characters is not a shortcut. Then a scanner is typing. */
const run = { lastAt: Number.NEGATIVE_INFINITY, length: 0, isText: false };

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Returns whether the key presses the focused element: Enter and space do, except in a field for text. */
const isPress = ({ key, target }: KeyboardEvent): boolean => (key === 'Enter' || key === ' ') && !isTyping(target);

/** These keys end a run. A code does not contain these keys, and a scanner presses Enter after its code. */
const endsRun = ({ key }: KeyboardEvent): boolean => /^(?:Enter|Tab|Escape|Arrow\w+)$/.test(key);

const endRun = (): void => {
  Object.assign(run, { length: 0, isText: false });
};

const watchKeys = (event: KeyboardEvent): void => {
  if (event.timeStamp - run.lastAt > scannerMs) endRun();
  // A scanner ends each code with Enter, and a code may contain a space. Neither may press anything. A run of only shortcuts is not a scanner's, but
  // for example a held "j".
  if (isPress(event) && run.isText && run.length >= scannerLength) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (endsRun(event)) endRun();
  if (!isCharacter(event)) return;
  run.lastAt = event.timeStamp;
  run.length += 1;
  if (!listened.has(event.key)) run.isText = true;
};

/** Returns whether a scanner typed the character, such as the "/" of a link in a QR code. It is then no shortcut. */
const isOfScanner = (event: KeyboardEvent): boolean => isCharacter(event) && run.isText;

/** Counts a listener of a key in or out. `[Shift]+?` listens to `?`. */
const countKey = (keys: string, by: 1 | -1): void => {
  const key = keys.slice(-1);
  const count = (listened.get(key) ?? 0) + by;
  if (count === 0) listened.delete(key);
  else listened.set(key, count);
};

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Listens to keys while the component is mounted. Keys are in the notation of tinykeys: `j`, `$mod+k`. A key without `$mod` is ignored during typing,
 * behind a dialog, and inside a scanner's code.
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
      // The layout always has shortcuts, so this listener stays registered.
      if (listened.size === 0) window.removeEventListener('keydown', watchKeys, { capture: true });
      unlisten();
    };
  }, [names, isOn]);
};
