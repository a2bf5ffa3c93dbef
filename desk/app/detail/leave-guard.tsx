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
  return blocker.state === 'blocked' ? <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} /> : null;
}

/** Asks before what is not saved is dropped. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <Dialog
    role="alertdialog"
    title="Tienes cambios sin guardar"
    text="Si sales ahora se pierden."
    onClose={onStay}
    footer={
      <span className="end">
        <Button look="danger" onClick={onLeave}>
          Salir sin guardar
        </Button>
        <Button look="primary" onClick={onStay}>
          Seguir editando
        </Button>
      </span>
    }
  />
);
