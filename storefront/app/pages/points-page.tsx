import { pointsLabel } from '@ceiba/domain/points/points';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { Suspense, useEffect } from 'react';
import { type MetaFunction, useNavigate } from 'react-router';
import { useCustomer } from '../auth/customer-query.ts';
import { useJoining, useMembership } from '../loyalty/membership.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { isRootData, personalMeta } from '../policies/personal-meta.ts';
import { usePolicy } from '../policies/shop-policy.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['getCustomer'] };

/** The title mentions no points if the shop has no points programme. */
export const meta: MetaFunction = (matched) => {
  const root = matched.matches[0]?.loaderData;
  return personalMeta(isRootData(root) && root.policy.hasOwnPoints ? 'Puntos MAX' : 'Mi cuenta')(matched);
};

const LoyaltyForm = lazyPart(() => import('../loyalty/loyalty-form.tsx'));

/** The registration in the loyalty program (PROF-23, PTS-20, DEC-13). */
export default function PointsPage() {
  const { customer, isFailed, reload } = useCustomer();
  const { hasOwnPoints, earnsPoints } = usePolicy();
  const joining = useJoining();
  if (!hasOwnPoints) return <ToProfile />;
  return (
    <section aria-labelledby="titulo-puntos" className="panel grid gap-5">
      <div>
        <h2 id="titulo-puntos" className="text-xl">
          Puntos MAX
        </h2>
        <p className="text-sm text-ink-soft">
          {earnsPoints ? 'Acumula puntos con tus compras y págalas con ellos.' : 'Paga tus compras con tus puntos.'}
        </p>
      </div>
      {customer?.registerLeal && <Balance />}
      {customer?.registerLeal === false && (
        <Suspense fallback={loading}>
          <LoyaltyForm customer={customer} joining={joining} />
        </Suspense>
      )}
      {customer === null && (isFailed ? <Unavailable onRetry={reload} /> : loading)}
    </section>
  );
}

/** Leaves for the profile. React Router's `Navigate` would add 210 B to the chunk that every page loads. */
function ToProfile() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate('/dashboard/profile', { replace: true });
  }, [navigate]);
  return null;
}

function Balance() {
  const { membership, isFailed, reload } = useMembership();
  if (isFailed) return <Unavailable onRetry={reload} />;
  if (membership === null) return loading;
  return (
    <div className="flex items-center gap-4">
      <img src="/art/puntos-max.svg" alt="" width={64} height={64} />
      <p>
        <span className="block text-3xl font-bold tabular-nums">{pointsLabel(membership.points) ?? '0 puntos'}</span>
        <span className="text-sm text-ink-soft">Úsalos al pagar: elige Puntos MAX en el último paso de tu compra.</span>
      </p>
    </div>
  );
}

const loading = <LoadingLine>Cargando tus puntos</LoadingLine>;

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure title="No pudimos cargar tus puntos" onRetry={onRetry} />;
}
