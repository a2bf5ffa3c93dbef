import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** Where letters are typed and no shortcut of one letter may fire (OFF-14). */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

/** A dialog or a menu has the keys to itself. */
const isUnderDialog = (target: EventTarget | null): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null &&
  !(target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null);

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Listens while it is drawn. Keys as tinykeys writes them: `j`, `$mod+k`. What has no `$mod` stays silent where somebody types, and all but
 * Esc of it behind a dialog.
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
          if (!keys.includes('$mod') && (isTyping(path) || isUnderDialog(document.activeElement))) return;
          press(keys, event);
        },
      ]),
    );
    return tinykeys(window, handlers, { ignore: (event) => event.isComposing });
  }, [names, isOn]);
};
