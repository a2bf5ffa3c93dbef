import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';

/** Asks whoever leaves a page with changes that are not saved; a tab that is closed is asked by the browser. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      role="alertdialog"
      title="Tienes cambios sin guardar"
      text="Si sales ahora se pierden."
      onClose={blocker.reset}
      footer={
        <span className="end">
          <Button look="danger" onClick={blocker.proceed}>
            Salir sin guardar
          </Button>
          <Button look="primary" onClick={blocker.reset}>
            Seguir editando
          </Button>
        </span>
      }
    />
  );
}
