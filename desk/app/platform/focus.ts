/** A `ref` callback for the main field of a page: focuses the field when the page shows. */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus();
