import { LoadingLine } from '@ceiba/ui/loading-line';
import { Suspense } from 'react';
import { useBrowserQuery } from '../platform/browser-query.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';
import { ReturnList } from '../returns/return-list.tsx';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['listReturns'] };

export const meta = personalMeta('Devoluciones');

const NewReturn = lazyPart(() => import('./new-return-part.tsx'));

/** The customer's returns. With `order` also the form for another return of that order, with `sku` preselected (RET-02, DEC-13). */
export default function ReturnsPage() {
  const search = useBrowserQuery();
  const number = search.get('order');
  const sku = search.get('sku');
  return (
    <>
      {number !== null && (
        <section aria-labelledby="titulo-devolver" className="panel grid gap-5">
          <h2 id="titulo-devolver" className="text-xl">
            Devolver del pedido {number}
          </h2>
          <Suspense fallback={<LoadingLine>Cargando tu pedido</LoadingLine>}>
            <NewReturn key={`${number} ${sku}`} number={number} sku={sku} />
          </Suspense>
        </section>
      )}
      <section aria-labelledby="titulo-devoluciones" className="panel grid gap-5">
        <div>
          <h2 id="titulo-devoluciones" className="text-xl">
            Devoluciones
          </h2>
          <p className="text-sm text-ink-soft">Lo que pediste devolver y cómo va</p>
        </div>
        <ReturnList />
      </section>
    </>
  );
}
