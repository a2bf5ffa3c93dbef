import { ButtonLink } from '../platform/button.tsx';
import { useMay } from '../session/session.ts';
import type { Crumb } from '../shell/page-head.tsx';

/** The path to the till's page, above the titles of its lists. */
export const tillPath: readonly Crumb[] = [{ label: 'Caja', to: '/caja' }];

/** Links to other lists of money: refunds due, closings, differences. Each is shown to people who may read it. */
export function TillLinks({ look }: { look?: 'ghost' }) {
  const may = useMay();
  const shared = look === undefined ? {} : { look };
  return (
    <>
      {may('orders.read') && (
        <ButtonLink to="/caja/reembolsos" icon="undo-2" {...shared}>
          Reembolsos por pagar
        </ButtonLink>
      )}
      {may('tills.read') && (
        <>
          <ButtonLink to="/caja/cierres" icon="clipboard-list" {...shared}>
            Cierres
          </ButtonLink>
          <ButtonLink to="/caja/diferencias" icon="scale" {...shared}>
            Diferencias
          </ButtonLink>
        </>
      )}
      {may('cash.read') && (
        <ButtonLink to="/caja/mensajeros" icon="truck" {...shared}>
          Efectivo con mensajeros
        </ButtonLink>
      )}
    </>
  );
}
