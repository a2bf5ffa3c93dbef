import { useContext } from 'react';
import { ButtonLink } from '../platform/button.tsx';
import { FramePlacesContext } from '../shell/page-head.tsx';

const settings = { to: '/ajustes', label: 'Abrir los ajustes' };
const stores = { to: '/tiendas', label: 'Abrir las tiendas' };

/** Pages of the desk, below /admin, that fix a finding of the doctor, by the finding's code. The server's operator fixes other findings. */
const ways: Readonly<Record<string, { to: string; label: string }>> = {
  shopUnnamed: settings,
  identityUnset: settings,
  nobodysTexts: settings,
  policyUnfit: settings,
  noProducts: { to: '/productos/+', label: 'Crear un producto' },
  unpriced: { to: '/productos', label: 'Abrir los productos' },
  noStores: { to: '/tiendas/+', label: 'Crear una tienda' },
  noHours: stores,
  missingLegalTexts: { to: '/contenido/paginas/+', label: 'Escribir una página' },
  noPoints: { to: '/ajustes/funciones', label: 'Abrir las funciones' },
};

/** The button to the page that fixes a finding. Renders nothing if this person has no such page. */
export function FindingWay({ code }: { code: string }) {
  const { canOpen } = useContext(FramePlacesContext);
  const way = ways[code];
  if (way === undefined || !canOpen(way.to)) return null;
  return (
    <ButtonLink to={way.to} size="small">
      {way.label}
    </ButtonLink>
  );
}
