import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from '../ui/toast.ts';
import { alertStore } from './alert-store.ts';

const AlertCentre = lazy(() => import('./alert-centre.tsx'));
const ToastCentre = lazy(() => import('../ui/toast-centre.tsx'));

/** Alerts and toasts of the whole shop; their looks are loaded with the first one. */
export function NoticeSlot() {
  const hasAlerts = useSyncExternalStore(
    alertStore.subscribe,
    () => alertStore.get().length > 0,
    () => false,
  );
  const hasToast = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.get() !== null,
    () => false,
  );
  return (
    <Suspense>
      {hasAlerts && <AlertCentre />}
      {hasToast && <ToastCentre />}
    </Suspense>
  );
}
