import { alertRole } from '@ceiba/domain/alerts/alert';
import { AlertBox } from '@ceiba/ui/alert';
import { Icon } from '@ceiba/ui/icon';
import { useOnline } from '../platform/online.ts';
import { hideAlert, useNotices } from './notices.ts';

const politeness = { alert: 'assertive', status: 'polite' } as const;

/**
 * Alerts at the top right on desktop and at the top on mobile (DEC-17), toasts at the bottom. Part of every page, because an alert about a lost
 * connection cannot be fetched. The live regions are rendered before their text: screen readers miss a region that appears together with it.
 * `aria-live` repeats the role on purpose: drawers hide everything around them except elements with `aria-live`.
 */
export function NoticeCentre() {
  const { alerts, toast } = useNotices();
  const isOnline = useOnline();
  return (
    <>
      <div className="notices">
        {(['alert', 'status'] as const).map((role) => (
          <div
            key={role}
            role={role}
            aria-live={politeness[role]}
            className="grid w-full max-w-[440px] gap-3 empty:absolute"
          >
            {alerts
              .filter(({ type }) => alertRole(type) === role)
              .map((alert) => (
                <AlertBox
                  key={alert.id}
                  data-alert-id={alert.id}
                  type={alert.type}
                  title={alert.title}
                  onClose={() => hideAlert(alert.id)}
                  className="pointer-events-auto animate-arrive drop-shadow-lg"
                >
                  {alert.message}
                </AlertBox>
              ))}
          </div>
        ))}
      </div>
      <div role="status" className="fixed inset-x-0 bottom-0 z-(--z-toast) empty:hidden">
        {!isOnline && (
          <p className="offline-bar flex items-center justify-center gap-2.5 bg-ink px-4 text-center text-sm text-white">
            <Icon name="triangle-alert" />
            Sin conexión a internet. Lo que llevas está a salvo; seguimos en cuanto vuelva.
          </p>
        )}
      </div>
      <div role="status" className="toasts">
        {toast !== null && (
          <p className="toast">
            <Icon name="check" className="text-quetzal-300" />
            {toast}
          </p>
        )}
      </div>
    </>
  );
}
