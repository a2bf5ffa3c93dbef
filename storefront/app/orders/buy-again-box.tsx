import { failureWords } from '@ceiba/client/failure-words';
import type { Order } from '@ceiba/contract/order-shapes';
import { AlertBox } from '@ceiba/ui/alert';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { type BoughtAgain, useBuyAgain } from './use-buy-again.ts';

const failed = { title: 'No pudimos volver a agregar tus productos', message: 'Intenta de nuevo en un momento.' };

/** "Volver a comprar", and below it what became of it. */
export function BuyAgainBox({ order }: { order: Pick<Order, 'products'> }) {
  const { mutate, isPending, data, error } = useBuyAgain(order);
  const failure = error && failureWords(error, failed);
  return (
    <div className="grid gap-3">
      <Button variant="tonal" block loading={isPending} onClick={() => mutate()} icon={<Icon name="rotate-ccw" />}>
        Volver a comprar
      </Button>
      <div role="status" className="grid gap-3 empty:hidden">
        {data !== undefined && !isPending && <Outcome outcome={data} />}
        {failure !== null && !isPending && (
          <AlertBox type="Error" title={failure.title}>
            {failure.message}
          </AlertBox>
        )}
      </div>
    </div>
  );
}

function Outcome({ outcome: { added, left } }: { outcome: BoughtAgain }) {
  return (
    <>
      {added > 0 && (
        <AlertBox
          type="Success"
          title={added === 1 ? 'Agregamos 1 producto a tu carrito' : `Agregamos ${added} productos a tu carrito`}
        >
          <ButtonLink to="/cart" size="sm" variant="light" className="mt-2">
            Ver carrito
          </ButtonLink>
        </AlertBox>
      )}
      {left.length > 0 && (
        <AlertBox type="Warning" title="Esto no se pudo agregar completo">
          <ul className="mt-1 grid gap-1">
            {left.map(({ id, name, why }) => (
              <li key={id}>
                <b className="font-semibold">{name}</b>: {why}
              </li>
            ))}
          </ul>
        </AlertBox>
      )}
    </>
  );
}
