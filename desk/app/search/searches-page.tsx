import { searchPins } from '@ceiba/contract/desk/entities/search-pins';
import { useState } from 'react';
import { Link } from 'react-router';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { countedText, countText, dayText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import { Segments } from '../platform/segments.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { SearchTrial } from './search-trial.tsx';

/** Pages about the words and products of the search. */
const pages = [
  ['sinonimos', 'Sinónimos', 'Palabras que significan lo mismo'],
  ['no-vendemos', 'Cosas que no vendemos', 'Qué se ofrece a quien las busca'],
  ['ignoradas', 'Palabras ignoradas', 'No dicen qué se busca'],
  ['respuestas', 'Palabras con respuesta', 'Muestran la tarjeta de una página'],
  ['tarjetas', 'Páginas que responden', 'Lo que dice cada tarjeta'],
  ['fijados', 'Productos fijados', 'Salen primero en una búsqueda'],
  ['ocultos', 'Productos ocultos', 'No salen al buscar'],
] as const;

/** "Búsqueda" (PROD-17, STAT-09): searches of the last days, a trial, and the words and products of the search. */
export function Component() {
  const searches = useDeskQuery('listSearches', { query: {} }, { staleTime: 0 });
  return (
    <>
      <PageHead title="Búsqueda" />
      <DetailFrame
        aside={
          <Card title="Palabras y productos" isBare>
            <RowList>
              {pages.map(([path, label, text]) => (
                <li key={path}>
                  <Link to={`/contenido/busqueda/${path}`} className="link font-semibold">
                    {label}
                  </Link>
                  <small className="text-ink-muted">{text}</small>
                </li>
              ))}
            </RowList>
          </Card>
        }
      >
        <Loaded query={searches}>{({ data }) => <Searches {...data} />}</Loaded>
        <SearchTrial />
      </DetailFrame>
    </>
  );
}

const views = [
  { value: 'withoutResult', label: 'Sin resultado', icon: 'circle-x' },
  { value: 'most', label: 'Más buscado', icon: 'search' },
] as const;

function Searches({ since, most, withoutResult }: DeskAnswer<'listSearches'>['data']) {
  const [view, setView] = useState<'withoutResult' | 'most'>('withoutResult');
  const rows = view === 'most' ? most : withoutResult;
  const maySave = useMay()(searchPins.permissions.edit);
  return (
    <Card title={`Lo que buscan desde el ${dayText(since)}`} isBare>
      <div className="p-4">
        <Segments label="Búsquedas" choices={views} value={view} onChange={setView} />
      </div>
      {rows.length === 0 ? (
        <p className="p-4 text-ink-muted">
          {view === 'most' ? 'Nadie ha buscado todavía.' : 'Todas las búsquedas encontraron algo.'}
        </p>
      ) : (
        <RowList>
          {rows.map(({ words, searches, withoutResult: empty }) => (
            <li key={words} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <b className="font-semibold">{words}</b>
                <small className="text-ink-muted">
                  {`${countedText(searches, 'vez', 'veces')} · ${countText(empty)} sin resultado`}
                </small>
              </span>
              {maySave && (
                <ButtonLink
                  size="small"
                  to={`/contenido/busqueda/sinonimos/+?${new URLSearchParams({ words })}`}
                  aria-label={`Hacer sinónimo de ${words}`}
                >
                  Hacer sinónimo
                </ButtonLink>
              )}
            </li>
          ))}
        </RowList>
      )}
    </Card>
  );
}
