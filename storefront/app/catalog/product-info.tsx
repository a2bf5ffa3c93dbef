import type { ProductDetail } from '@ceiba/contract/catalog';
import { sheetGroups } from '@ceiba/domain/catalog/product-facts';
import { textParts } from '@ceiba/domain/content/text-parts';
import { Fold } from '@ceiba/ui/accordion-card';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { ProductMeasures } from './product-measures.tsx';

type InfoProduct = Pick<ProductDetail, 'description' | 'attributes' | 'missingRoles' | 'energyCost'>;

/** Opens the sheet around the link and prints the page. The print styles hide the rest. Without scripts the link leads to the sheet. */
function printSheet(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  event.currentTarget.closest('details')?.setAttribute('open', '');
  window.print();
}

/** "Ficha técnica" (ZOOM-08): the attributes in groups. All of it is in the page's HTML. */
function SpecSheet({
  groups,
  energyCost,
}: {
  groups: ReturnType<typeof sheetGroups>;
  energyCost: InfoProduct['energyCost'];
}) {
  return (
    <Fold
      title={
        <h2 id="ficha" className="text-2xl">
          Ficha técnica
        </h2>
      }
    >
      <div className="sheet">
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title === '' ? 'Características' : title}>
            {title !== '' && <h3 className="heading-card mb-2">{title}</h3>}
            <dl className="facts">
              {rows.map(({ code, label, value, role }) => (
                <div key={code}>
                  <dt>{label}</dt>
                  <dd>
                    {value}
                    {role === 'energia-consumo' && energyCost !== null && <small>{energyCost}</small>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Link to="#ficha" onClick={printSheet} className="link mt-3 inline-block text-sm">
        Imprimir ficha
      </Link>
    </Fold>
  );
}

/** Description, measures and sheet. Blank lines separate the paragraphs and lists of the description. */
export default function ProductInfo({ product }: { product: InfoProduct }) {
  const parts = textParts(product.description);
  const groups = sheetGroups(product);
  return (
    <div className="grid gap-5">
      {parts.length > 0 && (
        <section aria-labelledby="descripcion">
          <h2 id="descripcion" className="mb-3 text-2xl">
            Lo esencial
          </h2>
          <div className="grid max-w-[60ch] gap-3 whitespace-pre-line text-ink-soft">
            {parts.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part.join()} className="grid list-disc gap-1 pl-5">
                  {part.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ),
            )}
          </div>
        </section>
      )}
      <ProductMeasures sheet={product} />
      {groups.length > 0 && <SpecSheet groups={groups} energyCost={product.energyCost} />}
    </div>
  );
}
