import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

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

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function ToastCentre() {
  const shown = useSyncExternalStore(
    subscribe,
    () => message,
    () => null,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-(--z-toast) grid justify-items-center px-4"
    >
      {shown !== null && (
        <p className="flex min-h-control animate-arrive items-center gap-3 rounded-lg bg-quetzal-950 px-4 text-sm text-white shadow-lg">
          <Icon name="check" className="text-quetzal-300" />
          {shown}
        </p>
      )}
    </div>
  );
}
