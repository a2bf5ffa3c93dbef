/** A `ref` callback that focuses the element when it is shown: for the main field of a page. */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus();
