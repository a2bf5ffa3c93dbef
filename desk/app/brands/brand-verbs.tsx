import { FieldDialog } from '../actions/field-dialog.tsx';
import type { EntityDetail } from '../entity/entity-client.ts';
import type { EntityVerbs } from '../entity/entity-place.ts';
import { useNames } from '../list/names.ts';
import { call } from '../session/desk-client.ts';

/** "Unir con …" (PROD-23): the products get the other brand, and the page of this brand redirects to the other brand's page. */
function MergeDialog({
  brand,
  keep,
  onClose,
}: {
  brand: EntityDetail;
  keep: (row: EntityDetail) => void;
  onClose: () => void;
}) {
  const id = String(brand['id']);
  const others = useNames('brand').filter(({ code }) => code !== id);
  return (
    <FieldDialog
      title={`Unir ${brand['title']} con otra marca`}
      text="Sus productos pasan a la otra marca, y su página lleva a la de ella. No se puede deshacer."
      button="Unir marcas"
      isDanger
      fields={{
        intoId: {
          kind: 'option',
          label: 'Unir con',
          options: [['', 'Elige…'], ...others.map(({ code, name }) => [code, name] as const)],
        },
      }}
      send={({ intoId }, options) =>
        call('mergeBrand', { params: { id }, body: { version: brand.version, intoId } }, options)
      }
      done="Marcas unidas"
      onDone={({ data }) => keep(data)}
      onClose={onClose}
    />
  );
}

export const brandVerbs: EntityVerbs = (row, keep) => [
  {
    verb: 'merge',
    label: 'Unir con …',
    icon: 'copy',
    permission: 'catalog.edit',
    dialog: (close) => <MergeDialog brand={row} keep={keep} onClose={close} />,
  },
];
