import type { Cart } from '@ceiba/contract/carts';
import { visitProblem, visitTexts } from '@ceiba/domain/visits/visit';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { type CartLine, cartLines } from '../carts/cart-lines.ts';
import { useChangeLine } from '../carts/use-change-line.ts';
import type { DeliveryPlace } from './delivery-queries.ts';
import { deliveryFormsId } from './delivery-texts.ts';

export interface RefusedVisit {
  line: CartLine;
  /** The reason why the visit is not possible. */
  problem: string;
}

/** The visits of a cart that are not possible at a place. Without a place, the visits that do not fit the cart. */
export const refusedVisits = (cart: Cart, place: DeliveryPlace | null): RefusedVisit[] =>
  cartLines(cart).flatMap((line) => {
    const problem = visitProblem(line.item, place && { regionId: place.region, city: place.city });
    return problem === null ? [] : [{ line, problem }];
  });

/** In the delivery step: the visits that are not possible at the address, each with a button that removes it. */
export function RefusedVisits({ id, visits }: { id: string; visits: readonly RefusedVisit[] }) {
  const changes = useChangeLine();
  return (
    <div id={id} role="status" className="grid gap-3 empty:hidden">
      {visits.map(({ line: { item }, problem }) => (
        <AlertBox key={item.cartItemId} type="Warning" title={item.title}>
          <p>{problem}</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-2.5"
            loading={changes.pendingQuantity(item.cartItemId) === 0}
            onClick={() => {
              // Moves the focus first, because the button disappears together with its service.
              document.getElementById(deliveryFormsId)?.focus();
              changes.change({ item, quantity: 0 });
            }}
          >
            {visitTexts.remove}
          </Button>
        </AlertBox>
      ))}
    </div>
  );
}
