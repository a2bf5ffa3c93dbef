import type { Facet } from '@ceiba/contract/search';
import { Fold } from '@ceiba/ui/accordion-card';
import { Button } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { TextInput } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { Form, Link } from 'react-router';
import type { ListingData } from './listing-data.ts';
import {
  countFilters,
  isChoosable,
  isChosen,
  priceLimitsProblem,
  searchHref,
  searchParams,
  toggleFacet,
  withoutFilters,
} from './search-state.ts';

/** Number of values shown before the rest is folded. */
const shownValues = 8;
/** Number of facets that start open. A facet with a chosen value always starts open. */
const openFacets = 4;

/** The filters of a listing as links and a GET form, so that they work before hydration. */
export function FacetList({ listing, isTitled = true }: { listing: ListingData; isTitled?: boolean }) {
  const { facets, state, pathname } = listing;
  return (
    <div>
      <div className="flex items-center justify-between">
        {isTitled && <h2 className="flex min-h-control items-center heading-card">Filtros</h2>}
        {countFilters(state) > 0 && (
          <Link
            to={searchHref(pathname, withoutFilters(state))}
            className="inline-flex min-h-touch items-center text-sm font-semibold text-link hover:underline"
          >
            Limpiar
          </Link>
        )}
      </div>
      {facets.map((facet, index) => (
        <Fold
          key={facet.code}
          title={facet.label}
          open={index < openFacets || facet.values.some(({ value }) => isChosen(state, facet.code, value))}
        >
          <FacetValues facet={facet} listing={listing} />
          {facet.code === 'price' && <PriceForm listing={listing} />}
        </Fold>
      ))}
    </div>
  );
}

function FacetValues({ facet, listing }: { facet: Facet; listing: ListingData }) {
  const values = facet.values.filter(({ value }) => isChoosable(value));
  const [shown, rest] = [values.slice(0, shownValues), values.slice(shownValues)];
  return (
    <>
      <ul>
        {shown.map((entry) => (
          <FacetValue key={entry.value} code={facet.code} entry={entry} listing={listing} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className="group/more">
          <summary className="inline-flex min-h-touch items-center text-sm font-semibold text-link group-open/more:hidden">
            Ver {rest.length} más
          </summary>
          <ul>
            {rest.map((entry) => (
              <FacetValue key={entry.value} code={facet.code} entry={entry} listing={listing} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function FacetValue({ code, entry, listing }: { code: string; entry: Facet['values'][number]; listing: ListingData }) {
  const { state, pathname } = listing;
  const chosen = isChosen(state, code, entry.value);
  return (
    <li>
      <Link
        to={searchHref(pathname, toggleFacet(state, code, entry.value))}
        rel="nofollow"
        preventScrollReset
        className="facet"
        discover="none"
      >
        <span aria-hidden="true" className={cx('tick', chosen && 'border-primary bg-primary text-white')}>
          {chosen && <Icon name="check" size="sm" className="stroke-[3]" />}
        </span>
        <span className="facet-label">
          {chosen && <span className="sr-only">Quitar filtro </span>}
          {entry.label}
        </span>
        <span className="facet-count">{entry.count}</span>
      </Link>
    </li>
  );
}

/** The current limits: the chosen limits, or else the limits typed among the words, which the form would otherwise drop. */
const shownLimits = ({ minPrice, maxPrice }: ListingData['state'], wish: ListingData['priceWish']) =>
  minPrice === null && maxPrice === null
    ? { min: wish?.minPrice ?? '', max: wish?.maxPrice ?? '' }
    : { min: minPrice ?? '', max: maxPrice ?? '' };

/**
 * Two limits in quetzales. Other filters are hidden fields. The words are sent without price limits such as "menos de
 * Q500": the fields hold these limits, and a deleted limit must not return.
 */
function PriceForm({ listing: { pathname, state, priceWish } }: { listing: ListingData }) {
  const limits = shownLimits(state, priceWish);
  const q = priceWish?.withoutLimits ?? state.q;
  const { minPrice: _min, maxPrice: _max, page: _page, ...kept } = searchParams({ ...state, q });
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const invalid = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': problemId };
  const check = (event: FormEvent<HTMLFormElement>): void => {
    const form = new FormData(event.currentTarget);
    const found = priceLimitsProblem(String(form.get('minPrice') ?? ''), String(form.get('maxPrice') ?? ''));
    if (found !== null) event.preventDefault();
    setProblem(found);
  };
  return (
    <Form
      action={pathname}
      preventScrollReset
      onSubmit={check}
      className="mt-1.5 grid gap-2.5"
      key={`${limits.min}-${limits.max}`}
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex items-center gap-2">
        <PriceInput name="minPrice" bound="mínimo" defaultValue={limits.min} {...invalid} />
        <span className="text-sm text-ink-muted">a</span>
        <PriceInput name="maxPrice" bound="máximo" defaultValue={limits.max} {...invalid} />
      </div>
      <p id={problemId} role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <Button type="submit" variant="outline" size="sm">
        Aplicar
      </Button>
    </Form>
  );
}

function PriceInput({ bound, ...input }: ComponentProps<typeof TextInput> & { bound: string }) {
  return (
    <TextInput
      inputMode="decimal"
      aria-label={`Precio ${bound}`}
      placeholder={`Q ${bound}`}
      {...input}
      className="min-h-touch! text-sm tabular-nums"
    />
  );
}
