import { productCodes } from '@ceiba/contract/desk/entities/product-codes';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { PlaceNames } from '../list/place-names.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { countedText, momentText } from '../platform/formats.ts';
import { EmptyNote } from '../platform/notes.tsx';
import { RowList } from '../platform/row-list.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';

/** "Códigos sin producto" (BUY-07): scanned codes without a product. Buttons assign a code to a product or create a product. */
export function Component() {
  const codes = useDeskQuery('listUnknownCodes', {}, { staleTime: 0 });
  const canAssign = useMay()(productCodes.permissions.edit);
  return (
    <>
      <PageHead title="Códigos sin producto" path={[{ label: 'Códigos de barras', to: '/codigos' }]} />
      <Loaded query={codes}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyNote icon="barcode" title="Nada por aquí">
              Cuando alguien lea un código que ningún producto tiene, aparece en esta lista.
            </EmptyNote>
          ) : (
            <Card isBare>
              {!canAssign && (
                <p className="p-4 text-ink-muted">Quien cambia el catálogo da cada código a un producto.</p>
              )}
              <RowList>
                {data.map(({ code, storeCode, scans, lastAt, lastBy }) => (
                  <li key={`${code} ${storeCode}`} className="flex flex-wrap items-center gap-2">
                    <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                      <b className="font-semibold">{code}</b>
                      <small className="text-ink-muted">
                        {storeCode !== '' && (
                          <>
                            <PlaceNames codes={[storeCode]} />
                            {' · '}
                          </>
                        )}
                        {`${countedText(scans, 'lectura', 'lecturas')} · ${lastBy}, ${momentText(lastAt)}`}
                      </small>
                    </span>
                    {canAssign && (
                      <span className="flex flex-wrap items-center gap-2">
                        <ButtonLink
                          size="small"
                          to={`/codigos/+?${new URLSearchParams({ code })}`}
                          aria-label={`Dar a un producto: ${code}`}
                        >
                          Dar a un producto
                        </ButtonLink>
                        <ButtonLink
                          size="small"
                          to={`/productos/+?${new URLSearchParams({ codigo: code })}`}
                          aria-label={`Crear producto con ${code}`}
                        >
                          Crear producto
                        </ButtonLink>
                      </span>
                    )}
                  </li>
                ))}
              </RowList>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}
