import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { legalPages } from '@ceiba/domain/content/legal-pages';
import { Card } from '../detail/detail-frame.tsx';
import { momentText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';

const titleOf = (page: string): string =>
  Object.values(legalPages).find(({ path }) => path === `/${page}`)?.title ?? page;

/** The versions of legal texts that the buyer accepted by placing the order, each with its text in the shop (PROD-29). */
export function AcceptedTexts({ order: { legalTexts } }: { order: DeskOrder }) {
  if (legalTexts.length === 0) return null;
  return (
    <Card title="Textos aceptados" isBare>
      <RowList>
        {legalTexts.map(({ page, number, holdsFrom }) => (
          <li key={page}>
            <a className="link" href={`/${page}/version-${number}`} target="_blank" rel="noreferrer">
              {`${titleOf(page)}, versión ${number}`}
            </a>
            <small className="text-ink-muted">{`Vale desde ${momentText(holdsFrom)}`}</small>
          </li>
        ))}
      </RowList>
    </Card>
  );
}
