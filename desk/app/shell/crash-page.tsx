import { Button } from '../platform/button.tsx';
import { EmptyNote } from '../platform/notes.tsx';

/** A defect, or a file of the page that could not be loaded. */
export function CrashPage() {
  return (
    <main className="page">
      <EmptyNote
        icon="triangle-alert"
        title="Algo falló en esta página"
        role="alert"
        actions={
          <Button look="primary" onClick={() => window.location.reload()}>
            Cargar de nuevo
          </Button>
        }
      >
        Vuelve a cargarla. Lo que ya guardaste está a salvo.
      </EmptyNote>
    </main>
  );
}
