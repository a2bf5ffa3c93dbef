import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { EmptyNote } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';

type Courier = DeskAnswer<'listCouriers'>['data'][number];

/** Who takes parcels, under which name, and who takes none any more. */
export function Component() {
  const may = useMay();
  const mayEdit = may('settings.edit');
  const couriers = useDeskQuery('listCouriers', {});
  const [asking, setAsking] = useState<'new' | { code: string }>();
  const close = (): void => setAsking(undefined);
  // As it was read last: a press after somebody else's change is of that.
  const asked =
    asking !== 'new' && asking !== undefined ? couriers.data?.data.find(({ code }) => code === asking.code) : undefined;
  return (
    <>
      <PageHead
        title="Mensajerías"
        path={[{ label: 'Manifiestos', to: '/manifiestos' }]}
        actions={
          mayEdit && (
            <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setAsking('new')}>
              Nueva mensajería
            </Button>
          )
        }
      />
      <DetailFrame>
        <Loaded query={couriers}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyNote icon="truck" title="Nada por aquí">
                Ninguna mensajería lleva envíos todavía.
              </EmptyNote>
            ) : (
              <Card title="Quién lleva los envíos" isBare>
                <Table label="Mensajerías" texts={['Mensajería', 'Estado']} hasActions look="short">
                  {data.map((courier) => (
                    <tr key={courier.code}>
                      <th scope="row">{courier.name}</th>
                      <td>
                        {courier.isActive ? (
                          <Pill look="good" icon="circle-check">
                            Recibe bultos
                          </Pill>
                        ) : (
                          <Pill look="out" icon="ban">
                            Ya no recibe
                          </Pill>
                        )}
                      </td>
                      <td className="r">
                        <span className="row wrapx g4">
                          <HistoryButton of={courier.name} entity="couriers" entityId={courier.code} />
                          {mayEdit && (
                            <Button
                              size="small"
                              icon="pencil"
                              aria-label={`Cambiar ${courier.name}`}
                              aria-haspopup="dialog"
                              onClick={() => setAsking({ code: courier.code })}
                            >
                              Cambiar
                            </Button>
                          )}
                        </span>
                      </td>
                    </tr>
                  ))}
                </Table>
              </Card>
            )
          }
        </Loaded>
      </DetailFrame>
      {asking === 'new' && <NewCourierDialog onClose={close} />}
      {asked && <ChangeCourierDialog courier={asked} onClose={close} />}
    </>
  );
}

const nameField = { kind: 'text', label: 'Nombre', max: 60 } as const;

function NewCourierDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <FieldDialog
      title="Nueva mensajería"
      button="Crear mensajería"
      fields={{ name: nameField }}
      send={(body, options) => call('createCourier', { body }, options)}
      done="Mensajería creada"
      onDone={() => void queries.invalidateQueries({ queryKey: callKey('listCouriers') })}
      onClose={onClose}
    />
  );
}

function ChangeCourierDialog({ courier, onClose }: { courier: Courier; onClose: () => void }) {
  const queries = useQueryClient();
  const { code, version } = courier;
  return (
    <FieldDialog
      title={`Cambiar ${courier.name}`}
      text="Los envíos que ya salieron conservan el nombre con el que salieron."
      button="Guardar mensajería"
      fields={{
        name: { ...nameField, value: courier.name },
        isActive: {
          kind: 'flag',
          label: 'Estado',
          words: ['Recibe bultos', 'Ya no recibe'],
          value: String(courier.isActive),
        },
      }}
      send={(values, options) => call('changeCourier', { params: { code }, body: { version, ...values } }, options)}
      done="Mensajería guardada"
      onDone={() => void queries.invalidateQueries({ queryKey: callKey('listCouriers') })}
      onClose={onClose}
    />
  );
}
