const shownMs = 4_000;

let message: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const set = (next: string | null): void => {
  message = next;
  for (const listener of listeners) listener();
};

/** Confirms a small action ("Copiado") for four seconds; what failed is an alert instead. */
export function showToast(text: string): void {
  clearTimeout(timer);
  set(text);
  timer = setTimeout(() => set(null), shownMs);
}

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): string | null => message,
};
