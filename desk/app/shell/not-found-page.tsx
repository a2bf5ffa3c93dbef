import { ButtonLink } from '../platform/button.tsx';
import { EmptyNote } from '../platform/notes.tsx';
import { PageHead } from './page-head.tsx';

/** Shown for an unknown address of the desk. */
export function NotFoundPage() {
  return (
    <>
      <PageHead title="Página no encontrada" />
      <EmptyNote icon="search" title="Esta página no existe" actions={<ButtonLink to="/">Ir al inicio</ButtonLink>}>
        Revisa la dirección, o busca con Ctrl K.
      </EmptyNote>
    </>
  );
}
