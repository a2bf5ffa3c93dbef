import { shelfFields } from '@ceiba/contract/desk/shipment-fields';
import { tillNameField } from '@ceiba/contract/desk/till-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import type { EntityCards } from '../entity/entity-place.ts';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

type Till = DeskAnswer<'listTills'>['data'][number];

/** Cards below the form of a store: its tills and its shelves (PROD-28). */
export const StoreCards: EntityCards = ({ row }) => {
  const may = useMay();
  const [code, isCurrent] = [String(row['code']), row['state'] === 'current'];
  return (
    <>
      {(may('tills.use') || may('tills.read')) && <TillsCard code={code} isCurrent={isCurrent} />}
      {may('stock.read') && <ShelvesCard code={code} />}
    </>
  );
};

function TillsCard({ code, isCurrent }: { code: string; isCurrent: boolean }) {
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'new' | Till>();
  const tills = useDeskQuery('listTills', { query: { storeCode: code, limit: 100 } }, { staleTime: 0 });
  const close = (): void => setDialog(undefined);
  const onDone = (): void => void queries.invalidateQueries({ queryKey: callKey('listTills') });
  return (
    <Card
      title="Cajas"
      isBare
      actions={
        isCurrent && (
          <Button size="small" icon="plus" aria-haspopup="dialog" onClick={() => setDialog('new')}>
            Nueva caja
          </Button>
        )
      }
    >
      <Loaded query={tills}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="p-4 text-ink-muted">No tiene cajas. Recibe una cuando entrega órdenes.</p>
          ) : (
            <RowList aria-label="Cajas">
              {data.map((till) => (
                <li key={till.id} className="flex flex-wrap items-center gap-2">
                  <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                    {till.name}
                    <small className="text-ink-muted">{till.state === 'open' ? 'Abierta' : 'Cerrada'}</small>
                  </span>
                  {!till.isGeneral && (
                    <Button
                      size="small"
                      aria-haspopup="dialog"
                      aria-label={`Cambiar nombre de ${till.name}`}
                      onClick={() => setDialog(till)}
                    >
                      Cambiar nombre
                    </Button>
                  )}
                </li>
              ))}
            </RowList>
          )
        }
      </Loaded>
      {dialog === 'new' && (
        <FieldDialog
          title="Nueva caja"
          button="Crear caja"
          fields={{ name: tillNameField }}
          send={({ name }, options) => call('createTill', { body: { storeCode: code, name } }, options)}
          lands={{ IN_USE: 'name' }}
          done="Caja creada"
          onDone={onDone}
          onClose={close}
        />
      )}
      {dialog !== undefined && dialog !== 'new' && (
        <FieldDialog
          title={`Nombre de ${dialog.name}`}
          button="Guardar nombre"
          fields={{ name: { ...tillNameField, value: dialog.name } }}
          send={({ name }, options) => call('renameTill', { params: { id: dialog.id }, body: { name } }, options)}
          lands={{ IN_USE: 'name' }}
          done="Nombre guardado"
          onDone={onDone}
          onClose={close}
        />
      )}
    </Card>
  );
}

function ShelvesCard({ code }: { code: string }) {
  const may = useMay();
  const queries = useQueryClient();
  const [renamed, setRenamed] = useState<string>();
  const shelves = useDeskQuery('listShelves', { query: { storeCode: code } }, { staleTime: 0 });
  return (
    <Card title="Estantes" isBare>
      <Loaded query={shelves}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="p-4 text-ink-muted">
              Ningún producto tiene estante aquí. Se anotan al preparar órdenes o con el archivo de existencias.
            </p>
          ) : (
            <div className="max-h-96 overflow-y-auto">
              <RowList aria-label="Estantes">
                {data.map(({ shelf, products }) => (
                  <li key={shelf} className="flex flex-wrap items-center gap-2">
                    <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                      {shelf}
                      <small className="text-ink-muted">{countedText(products, 'producto', 'productos')}</small>
                    </span>
                    {may('stock.move') && (
                      <Button
                        size="small"
                        aria-haspopup="dialog"
                        aria-label={`Cambiar nombre de ${shelf}`}
                        onClick={() => setRenamed(shelf)}
                      >
                        Cambiar nombre
                      </Button>
                    )}
                  </li>
                ))}
              </RowList>
            </div>
          )
        }
      </Loaded>
      {renamed !== undefined && (
        <FieldDialog
          title={`Nombre del estante ${renamed}`}
          text="Cambia en todos sus productos. Con el nombre de otro estante, los dos quedan juntos."
          button="Guardar nombre"
          fields={{ to: { ...shelfFields.shelf, label: 'Nombre', value: renamed } }}
          send={({ to }, options) => call('renameShelf', { body: { storeCode: code, from: renamed, to } }, options)}
          done="Nombre guardado"
          onDone={() => void queries.invalidateQueries({ queryKey: callKey('listShelves') })}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </Card>
  );
}
