import { data, type MetaFunction } from 'react-router';
import { cachedPage, pageHeaders } from '../platform/page-cache.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export const loader = () => data(null, cachedPage(['content']));
export const headers = pageHeaders;

export const meta: MetaFunction = () => [{ title: 'Mi cuenta | Ceiba' }, { name: 'robots', content: 'noindex' }];

export default function AccountPage() {
  return (
    <main id="contenido" className="wrap py-10">
      <EmptyState
        heading="h1"
        art="/art/cuenta.svg"
        title="El área de cuenta abre pronto"
        text="Mientras tanto puedes comprar como invitado: tu carrito te espera."
        action={<ButtonLink to="/">Seguir comprando</ButtonLink>}
      />
    </main>
  );
}
