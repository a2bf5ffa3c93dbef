import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { toastStore } from './toast.ts';

/** Dark line at the bottom of the window. */
export default function ToastCentre() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
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
