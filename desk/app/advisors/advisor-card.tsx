import { advisors } from '@ceiba/contract/desk/entities/advisors';
import { useQueryClient } from '@tanstack/react-query';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { longMomentText } from '../platform/formats.ts';
import { callKey } from '../session/cache-keys.ts';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { advisorVerbs } from './advisor-verbs.tsx';

/** "Como asesor": the store where a staff member works as an advisor, with the advisor's actions (SALE-01). */
export function AdvisorCard({ email }: { email: string }) {
  const may = useMay();
  return may('advisors.edit') ? <OwnAdvisor email={email} /> : null;
}

function OwnAdvisor({ email }: { email: string }) {
  const queries = useQueryClient();
  const found = useDeskQuery('listAdvisors', { query: { q: email, sort: '-addedAt' } }, { staleTime: 0 });
  const refreshAdvisors = (): void => void queries.invalidateQueries({ queryKey: callKey('listAdvisors') });
  return (
    <Loaded query={found}>
      {({ data }) => {
        const own = data.filter(({ staff }) => staff?.toLowerCase() === email.toLowerCase());
        const advisor = own.find(({ state }) => state === 'current') ?? own[0];
        if (advisor === undefined)
          return (
            <Card
              title="Como asesor"
              actions={
                <ButtonLink size="small" icon="plus" to={`/asesores/+?${new URLSearchParams({ staff: email })}`}>
                  Hacer asesor
                </ButtonLink>
              }
            >
              <p className="text-ink-muted">No atiende como asesor.</p>
            </Card>
          );
        const { id, firstName, storeName, state, addedAt, endedAt } = advisor;
        const row = { ...advisor, actions: [] };
        return (
          <Card
            title="Como asesor"
            actions={
              <ButtonLink size="small" to={`/asesores/${id}`}>
                Editar asesor
              </ButtonLink>
            }
          >
            <Facts
              facts={[
                ['Nombre', firstName],
                ['Tienda', storeName],
                ['Estado', advisors.fields.state.values[state]],
                ['Desde', longMomentText(addedAt)],
                ['Hasta', endedAt && longMomentText(endedAt)],
              ]}
            />
            {state === 'current' && (
              <span className="flex flex-wrap gap-2">
                <ActionButtons actions={advisorVerbs(row, refreshAdvisors)} size="small" />
              </span>
            )}
          </Card>
        );
      }}
    </Loaded>
  );
}
