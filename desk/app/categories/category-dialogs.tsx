import { categoryFields } from '@ceiba/contract/desk/category-fields';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { type CategoryRow, childrenOf, parentsFor, pathText } from './category-tree.ts';

type Detail = DeskAnswer<'getCategory'>['data'];

const firstLevel = ['', 'Ninguna (primer nivel)'] as const;

const parentField = (rows: readonly CategoryRow[], moved: CategoryRow | undefined, value: string) =>
  ({
    kind: 'option',
    label: 'Debajo de',
    isOptional: true,
    value,
    options: [firstLevel, ...parentsFor(rows, moved).map((row) => [row.id, pathText(rows, row)] as const)],
  }) as const;

/** "Nueva categoría": asks for name and parent. The other fields are on the page of the category. */
export const NewCategoryDialog = ({
  rows,
  parentId,
  onMade,
  onClose,
}: {
  rows: readonly CategoryRow[];
  parentId: string | null;
  onMade: (made: Detail) => void;
  onClose: () => void;
}) => (
  <FieldDialog
    title="Nueva categoría"
    button="Crear categoría"
    text="La tienda la muestra en cuanto tenga un producto."
    fields={{ title: categoryFields.title, parentId: parentField(rows, undefined, parentId ?? '') }}
    send={(values, options) =>
      call('createCategory', { body: { title: values.title, parentId: values.parentId || null } }, options)
    }
    lands={{ slug: 'title' }}
    done="Categoría creada"
    onDone={({ data }) => onMade(data)}
    onClose={onClose}
  />
);

/** "Mover": asks for the new parent, and for the sibling that will follow the category. */
export const MoveDialog = ({
  rows,
  moved,
  version,
  onMoved,
  onClose,
}: {
  rows: readonly CategoryRow[];
  moved: CategoryRow;
  version: number;
  onMoved: (made: Detail) => void;
  onClose: () => void;
}) => {
  const places = parentsFor(rows, moved);
  const orderOf = (parentId: string | null) =>
    ({
      kind: 'option',
      label: 'Antes de',
      isOptional: true,
      isFor: (texts: Readonly<Record<string, string>>) => (texts['parentId'] ?? '') === (parentId ?? ''),
      options: [
        ['', 'Al final'],
        ...childrenOf(rows, parentId)
          .filter(({ id }) => id !== moved.id)
          .map(({ id, title }) => [id, title] as const),
      ],
    }) as const;
  return (
    <FieldDialog
      title={`Mover ${moved.title}`}
      button="Mover"
      text="Se mueve con sus productos y con lo que tiene debajo. Las direcciones anteriores llevan a las nuevas."
      fields={{
        parentId: parentField(rows, moved, moved.parentId ?? ''),
        ...Object.fromEntries(
          [null, ...places.map(({ id }) => id)].map((parentId) => [`before${parentId ?? ''}`, orderOf(parentId)]),
        ),
      }}
      send={(values, options) => {
        const parentId = values.parentId || null;
        const before = Object.entries(values).find(([name]) => name === `before${parentId ?? ''}`)?.[1];
        const beforeId = typeof before === 'string' && before !== '' ? before : null;
        return call('moveCategory', { params: { id: moved.id }, body: { version, parentId, beforeId } }, options);
      }}
      lands={{ beforeId: 'parentId' }}
      done="Categoría movida"
      onDone={({ data }) => onMoved(data)}
      onClose={onClose}
    />
  );
};
