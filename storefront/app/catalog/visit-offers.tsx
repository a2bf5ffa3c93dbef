import { withQueries } from '@ceiba/client/query-provider';
import type { ProductDetail } from '@ceiba/contract/catalog';
import { coverageText, isCovered, notOfferedThereText, visitText } from '@ceiba/domain/visits/visit';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { Link } from 'react-router';
import { useAddToCart } from '../carts/add-to-cart.ts';
import { type ChosenLocation, useLocationStore } from '../locations/location-store.ts';

/** Without a chosen place each visit is offered, with its coverage. */
const isOffered = (visit: ProductDetail['visit'], location: ChosenLocation | null): boolean =>
  visit !== undefined &&
  (location === null || isCovered(visit, { regionId: location.userRegion, city: location.userCity }));

/** Services at the buyer's home for this product. Those not available at the chosen place are listed without a button. */
export default function VisitOffers({ product }: { product: Pick<ProductDetail, 'visits'> }) {
  const location = useLocationStore((state) => state.location) ?? null;
  const visits = product.visits.filter(({ visit }) => isOffered(visit, location));
  const elsewhere = product.visits.filter((service) => !visits.includes(service)).map(({ title }) => title);
  if (product.visits.length === 0) return null;
  return (
    <section aria-labelledby="servicios" className="grid gap-3">
      <h2 id="servicios" className="heading-card flex items-center gap-2">
        <Icon name="wrench" size="lg" />
        Servicios para este producto
      </h2>
      {location !== null && elsewhere.length > 0 && (
        <p className="text-sm text-ink-soft">{notOfferedThereText(elsewhere, location.userCity)}</p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {visits.map((service) => (
          <li key={service.sku} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-sm">
            <div className="grid min-w-0 flex-[1_1_14rem] gap-0.5">
              <Link to={`/${service.slug}`} className="link">
                {service.title}
              </Link>
              {service.visit !== undefined && (
                <p className="text-ink-soft">
                  {visitText(service.visit, true)} · {coverageText(service.visit.coverage)}
                </p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-3">
              {service.salesPrice !== null && (
                <b className="font-semibold tabular-nums">{shownAmount(service.salesPrice.value)}</b>
              )}
              <AddVisit service={service} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const AddVisit = withQueries(function AddVisit({ service }: { service: ProductDetail['visits'][number] }) {
  const { add, isAdding } = useAddToCart();
  return (
    <Button
      size="sm"
      variant="tonal"
      loading={isAdding(service.sku)}
      onClick={() => add({ product: service })}
      aria-label={`Agregar: ${service.title}`}
    >
      Agregar
    </Button>
  );
});
