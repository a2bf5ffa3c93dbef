import { alertRole } from '@ceiba/domain/alerts/alert';
import { useSyncExternalStore } from 'react';
import { AlertBox } from '../ui/alert.tsx';
import { alertStore, hideAlert } from './alert-store.ts';

/** The stack of alerts: top right on desktop, top on mobile (DEC-17). */
export default function AlertCentre() {
  const alerts = useSyncExternalStore(alertStore.subscribe, alertStore.get, alertStore.getOnServer);
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-(--z-toast) grid justify-items-center gap-3 p-3 lg:left-auto lg:w-[440px] lg:p-5">
      {alerts.map((alert) => (
        <AlertBox
          key={alert.id}
          role={alertRole(alert.type)}
          data-alert-id={alert.id}
          type={alert.type}
          title={alert.title}
          onClose={() => hideAlert(alert.id)}
          className="pointer-events-auto w-full max-w-[440px] animate-arrive drop-shadow-lg"
        >
          {alert.message}
        </AlertBox>
      ))}
    </div>
  );
}
