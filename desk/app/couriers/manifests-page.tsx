import { manifestList } from '@ceiba/contract/desk/lists/manifests';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Loaded } from '../detail/detail-frame.tsx';
import { ListPage } from '../list/list-page.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { EmptyNote, FailureNote } from '../platform/notes.tsx';
import { Tab, Tabs } from '../platform/tabs.tsx';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { ManifestPage, manifestPills, useManifest } from './manifest-page.tsx';
import { ownManifestId } from './own-manifest.ts';

type ManifestRow = DeskAnswer<'listManifests'>['data'][number];

/**
 * "Manifiestos" (WORK-27): shows the manifest that this browser used last, with tabs of the other open ones. If no manifest is open, a button opens
 * one.
 */
export function Component() {
  const open = useDeskQuery('listManifests', { query: { state: 'open', limit: 100 } }, { refetchInterval: 30_000 });
  return <Loaded query={open}>{({ data }) => <OpenManifests open={data} />}</Loaded>;
}

function OpenManifests({ open }: { open: readonly ManifestRow[] }) {
  const [params] = useSearchParams();
  // The manifest stays while it is shown, even after it is closed, because its paper must still be printed.
  const [last] = useState(() => open.find(({ id }) => id === ownManifestId())?.id ?? open[0]?.id);
  const id = params.get('manifiesto') ?? last ?? open[0]?.id;
  const manifest = useManifest(id);
  if (id === undefined)
    return (
      <>
        <PageHead title="Manifiestos" actions={<Actions />} />
        <EmptyNote icon="truck" title="Nada por aquí">
          Ningún manifiesto está abierto. Abre el de una mensajería y lee los bultos que se lleva.
        </EmptyNote>
      </>
    );
  const tabs = open.length > 1 && (
    <Tabs label="Manifiestos abiertos">
      {open.map((each) => (
        <Tab
          key={each.id}
          to={{ search: `?manifiesto=${each.id}` }}
          isCurrent={each.id === id}
          count={` ${each.shipments}`}
        >
          {open.some((other) => other.id !== each.id && other.courierName === each.courierName)
            ? `${each.courierName}, ${each.storeName}`
            : each.courierName}
        </Tab>
      ))}
    </Tabs>
  );
  return (
    <Loaded query={manifest}>
      {({ data }) => <ManifestPage key={data.id} manifest={data} actions={<Actions />} tabs={tabs} />}
    </Loaded>
  );
}

/** Opens a courier's manifest, and links to closed manifests and to the couriers. */
function Actions() {
  const may = useMay();
  const navigate = useNavigate();
  const [isOpening, setIsOpening] = useState(false);
  const couriers = useDeskQuery('listCouriers', { query: { isActive: 'true', limit: 100 } }, { enabled: isOpening });
  const places = useDeskQuery('listPlaces', {}, { enabled: isOpening });
  const isLacking = isOpening && !(couriers.data && places.data);
  const failure = isLacking ? (couriers.error ?? places.error) : null;
  const readAgain = (): void => {
    void couriers.refetch();
    void places.refetch();
  };
  const active = couriers.data?.data ?? [];
  return (
    <>
      <ButtonLink look="ghost" to="/manifiestos/todos">
        Todos
      </ButtonLink>
      {may('settings.edit') && (
        <ButtonLink look="ghost" to="/manifiestos/mensajerias">
          Mensajerías
        </ButtonLink>
      )}
      {may('shipments.send') && (
        <Button
          icon="plus"
          loading={isLacking && failure === null}
          aria-haspopup="dialog"
          onClick={() => setIsOpening(true)}
        >
          Abrir manifiesto
        </Button>
      )}
      {failure && (
        <Dialog title="Abrir manifiesto" onClose={() => setIsOpening(false)}>
          <FailureNote error={failure} onRetry={readAgain} />
        </Dialog>
      )}
      {isOpening && couriers.data && places.data && (
        <FieldDialog
          title="Abrir manifiesto"
          button="Abrir manifiesto"
          fields={{
            courier: {
              kind: 'option',
              label: 'Mensajería',
              options: active.map(({ code, name }) => [code, name] as const),
            },
            storeCode: {
              kind: 'option',
              label: 'Lugar',
              options: places.data.data.map(({ storeCode, name }) => [storeCode, name] as const),
            },
          }}
          send={(body, options) => call('openManifest', { body }, options)}
          done="Manifiesto abierto"
          onDone={({ data }) => void navigate(`/manifiestos/${data.id}`)}
          onClose={() => setIsOpening(false)}
        />
      )}
    </>
  );
}

/** All manifests, open and closed. */
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
