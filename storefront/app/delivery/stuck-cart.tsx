import { exclusiveTexts } from '@ceiba/domain/delivery/exclusive-items';
import { noStoreTexts, stuckTexts } from '@ceiba/domain/delivery/second-order';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import type { CartLine } from '../carts/cart-lines.ts';
import { useSetAside } from '../carts/second-order.tsx';
import type { StuckLines } from './line-dates.ts';

/** In the cart: explains why neither delivery nor pickup fits all products, and suggests the first order. Each line has buttons to take it out. */
export default function StuckCart({ stuck: { exclusive } }: { stuck: StuckLines }) {
  const { setAside, isPending } = useSetAside();
  const { title, text } = exclusive === null ? noStoreTexts : exclusiveTexts;
  const first = (label: string, others: readonly CartLine[]) => (
    <Button variant="outline" size="sm" loading={isPending} onClick={() => setAside(others.map(({ item }) => item))}>
      {label}
    </Button>
  );
  return (
    <AlertBox type="Warning" title={title}>
      <p>{text}</p>
      {exclusive !== null && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {first(stuckTexts.pickupFirst, exclusive.homeOnly)}
          {first(stuckTexts.homeFirst, exclusive.pickupOnly)}
        </div>
      )}
    </AlertBox>
  );
}
