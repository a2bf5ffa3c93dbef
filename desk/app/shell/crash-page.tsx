import { Button } from '../platform/button.tsx';
import { EmptyNote } from '../platform/notes.tsx';
import { PageBox } from '../platform/page-box.tsx';

/** Shown after a crash, or if a file of the desk did not load. */
export function CrashPage() {
  return (
    <PageBox>
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
    </PageBox>
  );
}
