/** A `ref` of what has the focus when it is shown: the one field that somebody came for. */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus();
