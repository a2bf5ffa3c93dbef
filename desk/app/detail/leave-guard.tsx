import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';

/** Asks before a page with unsaved changes is left. The browser itself asks before the tab is closed. */
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

/** Asks before unsaved changes are discarded. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <Dialog
    role="alertdialog"
    title="Tienes cambios sin guardar"
    text="Si sales ahora se pierden."
    onClose={onStay}
    footer={
      <DialogEnd>
        <Button look="danger" onClick={onLeave}>
          Salir sin guardar
        </Button>
        <Button look="primary" onClick={onStay}>
          Seguir editando
        </Button>
      </DialogEnd>
    }
  />
);
