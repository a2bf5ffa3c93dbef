import { manifestList } from '@ceiba/contract/desk/couriers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Loaded } from '../detail/detail-frame.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { EmptyNote } from '../platform/notes.tsx';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { ManifestPage, manifestPills } from './manifest-page.tsx';

type ManifestRow = DeskAnswer<'listManifests'>['data'][number];

/** "Manifiestos" (WORK-27): the one that is open, at once; of several which; else the way to open one. */
export function Component() {
  const open = useDeskQuery('listManifests', { query: { state: 'open', limit: 100 } }, { refetchInterval: 30_000 });
  return (
    <Loaded query={open}>
      {({ data }) => {
        const [only, ...others] = data;
        return only !== undefined && others.length === 0 ? (
          <OneManifest id={only.id} />
        ) : (
          <>
            <PageHead title="Manifiestos" actions={<Actions />} />
            {data.length === 0 ? (
              <EmptyNote icon="truck" title="Nada por aquí">
                Ningún manifiesto está abierto. Abre el de una mensajería y lee los bultos que se lleva.
              </EmptyNote>
            ) : (
              <ul className="choices many" aria-label="Manifiestos abiertos">
                {data.map(({ id, courierName, storeName, shipments }) => (
                  <li key={id}>
                    <ButtonLink block size="large" to={`/manifiestos/${id}`}>
                      {`${id} · ${courierName} · ${storeName} · ${shipments}`}
                    </ButtonLink>
                  </li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function OneManifest({ id }: { id: string }) {
  const manifest = useDeskQuery('getManifest', { params: { id } });
  return (
    <Loaded query={manifest}>
      {({ data }) => <ManifestPage key={data.id} manifest={data} actions={<Actions />} />}
    </Loaded>
  );
}

/** Opens a courier's manifest, and leads to those that are closed. */
function Actions() {
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'open' | 'courier'>();
  const couriers = useDeskQuery('listCouriers', {}, { enabled: asking === 'open' });
  const places = useDeskQuery('listPlaces', {}, { enabled: asking === 'open' });
  const active = (couriers.data?.data ?? []).filter(({ isActive }) => isActive);
  return (
    <>
      <ButtonLink look="ghost" to="/manifiestos/todos">
        Todos
      </ButtonLink>
      {may('settings.edit') && (
        <Button look="ghost" onClick={() => setAsking('courier')}>
          Nueva mensajería
        </Button>
      )}
      <Button icon="plus" onClick={() => setAsking('open')}>
        Abrir manifiesto
      </Button>
      {asking === 'open' && couriers.data && places.data && (
        <FieldDialog
          title="Abrir manifiesto"
          button="Abrir manifiesto"
          fields={[
            { name: 'courier', label: 'Mensajería', options: active.map(({ code, name }) => [code, name] as const) },
            {
              name: 'storeCode',
              label: 'Lugar',
              options: places.data.data.map(({ storeCode, name }) => [storeCode, name] as const),
            },
          ]}
          send={({ courier = '', storeCode = '' }, options) =>
            call('openManifest', { body: { courier, storeCode } }, options)
          }
          done="Manifiesto abierto"
          onDone={({ data }) => void navigate(`/manifiestos/${data.id}`)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'courier' && (
        <FieldDialog
          title="Nueva mensajería"
          button="Crear mensajería"
          fields={[{ name: 'name', label: 'Nombre', required: true }]}
          send={({ name = '' }, options) => call('createCourier', { body: { name } }, options)}
          done="Mensajería creada"
          onDone={() => void queries.invalidateQueries({ queryKey: ['desk', 'listCouriers'] })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

/** All there were. */
export function AllManifests() {
  return (
    <ListPage
      list={manifestList}
      read={(query, options) => call('listManifests', { query }, options)}
      hrefOf={({ id }: ManifestRow) => `/manifiestos/${id}`}
      pills={{ state: manifestPills }}
      path={[{ label: 'Manifiestos', to: '/manifiestos' }]}
    />
  );
}
