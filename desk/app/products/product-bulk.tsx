import type { ProductRunVerb } from '@ceiba/contract/desk/lists/product-runs';
import { maxGridRows } from '@ceiba/contract/desk/product-grid-fields';
import type { ProductRun } from '@ceiba/contract/desk/product-runs';
import { ok } from '@ceiba/domain/result';
import { useNavigate } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import type { WholeFilter } from '../list/list-page.tsx';
import { useNames } from '../list/names.ts';
import { countText } from '../platform/formats.ts';
import { PrintLink } from '../platform/print-link.tsx';
import { labelsPath } from '../platform/shelf-labels.ts';
import { call, type DeskInput } from '../session/desk-client.ts';
import { gridHref, runHref } from './product-looks.ts';

type Verb = Exclude<ProductRunVerb, 'copy'>;
type Body = DeskInput<'createProductRun'>['body'];

/** The products that a run will change: the products with these codes, or all that match a filter. */
interface Chosen {
  skus: readonly string[];
  whole: WholeFilter | undefined;
}

const bodyOf = ({ skus, whole }: Chosen, verb: Verb, value?: string): Body => ({
  verb,
  ...(value !== undefined && { value }),
  ...(whole === undefined ? { skus: [...skus] } : { filter: whole.query }),
});

/** "25 productos", "más de 10,000 productos". */
const productsText = ({ skus, whole }: Chosen): string => {
  if (whole?.total.capped) return `más de ${countText(whole.total.value)} productos`;
  const count = whole?.total.value ?? skus.length;
  return count === 1 ? '1 producto' : `${countText(count)} productos`;
};

const runText = 'Sigue aunque cierres la página. Puedes detenerlo y ver el resultado de cada producto.';

/** Actions for the chosen products: each starts a run, whose page opens (OFF-19). */
export function ProductBulk({ skus, whole, onStarted }: Chosen & { onStarted: () => void }) {
  const navigate = useNavigate();
  const chosen = { skus, whole };
  const what = productsText(chosen);
  const open = ({ id }: ProductRun): void => {
    onStarted();
    void navigate(runHref(id));
  };
  const state = (verb: Verb, label: string, text: string, icon: DeskAction['icon']): DeskAction => ({
    verb,
    label,
    ...(icon && { icon }),
    ...(verb === 'archive' && { isDanger: true }),
    permission: 'catalog.publish',
    confirm: { title: `¿${label} ${what}?`, text: `${text} ${runText}`, button: `${label} ${what}` },
    run: async (options) => {
      const sent = await call('createProductRun', { body: bodyOf(chosen, verb) }, options);
      if (sent.ok) open(sent.value.data);
      return sent;
    },
  });
  const choiceAction = (verb: Verb, label: string, icon: DeskAction['icon']): DeskAction => ({
    verb,
    label,
    ...(icon && { icon }),
    permission: 'catalog.edit',
    dialog: (close) => (
      <ValueDialog verb={verb} title={`${label} ${what}`} chosen={chosen} onStarted={open} onClose={close} />
    ),
  });
  return (
    <>
      {whole === undefined && (
        <PrintLink path={labelsPath(skus)} isSmall>
          Etiquetas de estante
        </PrintLink>
      )}
      <ActionButtons
        size="small"
        most={3}
        actions={[
          state(
            'publish',
            'Publicar',
            'Los que no están completos se quedan como están, y su página dice por qué.',
            'circle-check',
          ),
          state('unpublish', 'Quitar de la venta', 'Dejan de venderse y quedan como borradores.', 'eye-off'),
          {
            verb: 'grid',
            label: 'Editar en cuadrícula',
            icon: 'rows-4',
            permission: 'catalog.edit',
            ...((whole !== undefined || skus.length > maxGridRows) && {
              blocked: `Elige ${maxGridRows} productos o menos.`,
            }),
            run: async () => {
              await navigate(gridHref, { state: { skus: [...skus] } });
              return ok(undefined);
            },
          },
          choiceAction('tag', 'Agregar etiqueta a', 'tag'),
          choiceAction('untag', 'Quitar etiqueta de', 'x'),
          choiceAction('category', 'Cambiar categoría de', 'pencil'),
          choiceAction('brand', 'Cambiar marca de', 'pencil'),
          state('archive', 'Archivar', 'Dejan de venderse. Las órdenes y los reportes los conservan.', 'package-x'),
        ]}
      />
    </>
  );
}

/** Asks for the tag, category or brand that a run gives to the products. */
function ValueDialog({
  verb,
  title,
  chosen,
  onStarted,
  onClose,
}: {
  verb: Verb;
  title: string;
  chosen: Chosen;
  onStarted: (run: ProductRun) => void;
  onClose: () => void;
}) {
  const isTag = verb === 'tag' || verb === 'untag';
  const names = useNames(isTag ? undefined : verb === 'brand' ? 'brand' : 'categoryPath');
  const options = names.map(({ code, name }) => [verb === 'brand' ? name : code, name] as const);
  const dialog = {
    title,
    text: runText,
    button: 'Empezar',
    done: 'Cambio en lote empezado',
    onDone: ({ data }: { data: ProductRun }) => onStarted(data),
    onClose,
  };
  const send = ({ value }: { value: string }, options: Parameters<typeof call<'createProductRun'>>[2]) =>
    call('createProductRun', { body: bodyOf(chosen, verb, value) }, options);
  return isTag ? (
    <FieldDialog {...dialog} send={send} fields={{ value: { kind: 'text', label: 'Etiqueta', max: 60 } }} />
  ) : (
    <FieldDialog
      {...dialog}
      send={send}
      fields={{ value: { kind: 'option', label: verb === 'brand' ? 'Marca' : 'Categoría', options } }}
    />
  );
}
