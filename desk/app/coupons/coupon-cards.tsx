import { Link } from 'react-router';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import type { EntityCards } from '../entity/entity-place.ts';
import { ButtonLink } from '../platform/button.tsx';
import { DownloadLink } from '../platform/download-link.tsx';
import { countedText, momentText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

const usesPath = '/promociones/cupones/usos';

/** The last orders that used these coupons, and a link to all (PROD-13). */
function UsesCard({ filter }: { filter: { code: string } | { series: string } }) {
  const may = useMay();
  const uses = useDeskQuery('listCouponUses', { query: { ...filter, limit: 25 } }, { staleTime: 0 });
  return (
    <Card
      title="Usos"
      isBare
      actions={
        <ButtonLink size="small" to={`${usesPath}?${new URLSearchParams(filter)}`}>
          Ver todos
        </ButtonLink>
      }
    >
      <Loaded query={uses}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="p-4 text-ink-muted">Ninguna orden lo ha usado.</p>
          ) : (
            <RowList aria-label="Usos">
              {data.map(({ number, code, usedAt }) => (
                <li key={number} className="flex flex-wrap items-center gap-2">
                  {may('orders.read') ? (
                    <Link className="link" to={`/ordenes/${number}`}>
                      {number}
                    </Link>
                  ) : (
                    number
                  )}
                  <small className="text-ink-muted">{`${code} · ${momentText(usedAt)}`}</small>
                </li>
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Card>
  );
}

/** The card below the form of a coupon. */
export const CouponCards: EntityCards = ({ row }) => <UsesCard filter={{ code: String(row['code']) }} />;

/** The cards below the form of a series: the file with its codes, and their uses. */
export const SeriesCards: EntityCards = ({ row }) => {
  const prefix = String(row['prefix']);
  const query = new URLSearchParams({ series: prefix });
  return (
    <>
      <Card
        title="Códigos"
        actions={<DownloadLink href={`/v1/admin/coupons/export?${query}&columns=code,state,uses`}>CSV</DownloadLink>}
      >
        <p className="text-ink-soft">
          {`${countedText(Number(row['codes']), 'código', 'códigos')}, de un solo uso cada uno. El archivo dice cuáles ya se usaron.`}
        </p>
        <span>
          <ButtonLink size="small" to={`/promociones/cupones?${query}`}>
            Ver los códigos
          </ButtonLink>
        </span>
      </Card>
      <UsesCard filter={{ series: prefix }} />
    </>
  );
};
