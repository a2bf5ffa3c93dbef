import type { CallOptions } from '@ceiba/contract/client';
import { categoryFields } from '@ceiba/contract/desk/category-fields';
import { attributes } from '@ceiba/contract/desk/entities/attributes';
import { type Field, readTyped, shownOf, typedOf } from '@ceiba/contract/desk/fields';
import { countedRows } from '@ceiba/contract/desk/list';
import { categoryStates } from '@ceiba/contract/desk/lists/categories';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldControl } from '../actions/field-control.tsx';
import { Card, DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { type DetailField, useDetailForm } from '../detail/use-detail-form.ts';
import { ButtonLink } from '../platform/button.tsx';
import { nothing } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { MoveDialog } from './category-dialogs.tsx';
import { treeKey, useTree } from './category-tree.ts';
import { useHideQuestion } from './hide-question.tsx';
import { PictureCard } from './picture-card.tsx';
import { statePills } from './state-pills.ts';
import { readTags, TagsField, tagsText } from './tags-field.tsx';

type Detail = DeskAnswer<'getCategory'>['data'];
type Texts = Record<string, string>;

const list = { label: 'Categorías', to: '/productos/categorias' };

/** A category: its texts, tags and guide, and its place in the tree (PROD-08). */
export function Component() {
  const { id = '' } = useParams();
  const category = useDeskQuery('getCategory', { params: { id } });
  return <Loaded query={category}>{({ data }) => <CategoryPage key={data.id} category={data} />}</Loaded>;
}

const typedFields: readonly (readonly [name: string, field: Field])[] = Object.entries(categoryFields);

const shownFields: readonly DetailField<Texts>[] = [
  ...typedFields.map(([name, field]) => ({
    name,
    label: field.label,
    show: (texts: Texts) => shownOf(field, texts[name] ?? '') || nothing,
    // Flags and the state, such as the visibility in the menu, can be undone (OFF-22).
    ...((field.kind === 'flag' || name === 'state') && { isSafe: true as const }),
  })),
  {
    name: 'tags',
    label: 'Etiquetas',
    show: (texts) =>
      readTags(texts['tags'] ?? '')
        .map(({ text }) => text)
        .join(', ') || nothing,
  },
];

const textsOf = (category: Detail): Texts => ({
  ...Object.fromEntries(
    typedFields.map(([name, field]) => [name, typedOf(field, category[name as keyof typeof categoryFields])]),
  ),
  tags: tagsText(category.tags),
});

const bodyOf = ({ tags, ...texts }: Partial<Texts>): object => ({
  ...Object.fromEntries(
    typedFields.flatMap(([name, field]) => {
      const text = texts[name];
      const read = text === undefined ? undefined : readTyped(field, text);
      return read?.ok ? [[name, read.value]] : [];
    }),
  ),
  ...(tags !== undefined && { tags: readTags(tags) }),
});

function CategoryPage({ category }: { category: Detail }) {
  const { id } = category;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const mayEdit = may('catalog.edit');
  const keep = (data: Detail): void => {
    queries.setQueryData(queryKeyOf('getCategory', { params: { id } }), { status: 200, data });
    void queries.invalidateQueries({ queryKey: treeKey });
  };
  const { ask, dialog } = useHideQuestion(category);
  const detail = useDetailForm<Texts, Detail>({
    entity: category,
    fields: shownFields,
    valuesOf: textsOf,
    save: (texts, version, options) =>
      call('changeCategory', { params: { id }, body: { version, ...bodyOf(texts) } }, options),
    ask: ({ state }) => ask(state),
    read: () => call('getCategory', { params: { id } }),
    onSaved: keep,
  });
  const isFull = category.products > 0 || category.children > 0;
  const remove: DeskAction = {
    verb: 'remove',
    ...(isFull && { blocked: 'Tiene productos o categorías debajo: muévelos antes.' }),
    label: 'Eliminar',
    icon: 'trash-2',
    isDanger: true,
    permission: 'catalog.edit',
    confirm: {
      title: `¿Eliminar ${category.title}?`,
      text: 'No se puede deshacer. Su dirección deja de existir.',
      button: 'Eliminar categoría',
    },
    run: async (options: CallOptions) => {
      const sent = await call('removeCategory', { params: { id }, body: { version: category.version } }, options);
      if (sent.ok) {
        void navigate(list.to, { replace: true });
        void queries.invalidateQueries({ queryKey: callKey('listCategoryTree') });
      }
      return sent;
    },
    done: 'Categoría eliminada',
  };
  const move: DeskAction = {
    verb: 'move',
    label: 'Mover',
    icon: 'arrow-right',
    permission: 'catalog.edit',
    dialog: (close) => <Moving category={category} onMoved={keep} onClose={close} />,
  };
  return (
    <>
      <PageHead
        title={category.title}
        path={[list, ...category.above.map((each) => ({ label: each.title, to: `${list.to}/${each.id}` }))]}
        beside={<Pill {...statePills[category.state]}>{categoryStates[category.state]}</Pill>}
        actions={
          <>
            {may('content.edit') && (
              <ButtonLink look="ghost" to={`/contenido/paginas?${new URLSearchParams({ q: category.path })}`}>
                Bloques de su página
              </ButtonLink>
            )}
            {category.state === 'visible' && category.productsBelow > 0 && (
              <a className="button" href={`/${category.path}`} target="_blank" rel="noreferrer">
                <DeskIcon name="external-link" />
                Ver en la tienda
              </a>
            )}
            <ActionButtons actions={[move, remove]} allowed={[...category.actions, ...(isFull ? ['remove'] : [])]} />
          </>
        }
      />
      <DetailFrame
        aside={
          <>
            <PictureCard category={category} mayEdit={mayEdit} onSaved={keep} />
            <Place category={category} />
            <HistoryCard entity="categories" entityId={id} version={category.version} />
          </>
        }
      >
        <Card title="Categoría">
          {mayEdit ? (
            <>
              {typedFields.map(([name, field]) => (
                <FieldControl key={name} form={detail.form} name={name} field={field} />
              ))}
              <TagsField form={detail.form} />
            </>
          ) : (
            <Facts
              facts={shownFields.map(({ name, label, show }) => [
                label,
                show?.(textsOf(category)) ?? textsOf(category)[name] ?? nothing,
              ])}
            />
          )}
        </Card>
        <Attributes category={category} mayEdit={mayEdit} />
        {mayEdit && <SaveBar detail={detail} />}
        {dialog}
      </DetailFrame>
    </>
  );
}

const typeLabels = attributes.fields.type.values;

/** The attributes of the category's products (PROD-07). Attributes of the categories above come first. */
function Attributes({ category, mayEdit }: { category: Detail; mayEdit: boolean }) {
  return (
    <Card
      title="Atributos de sus productos"
      isBare
      actions={
        mayEdit && (
          <ButtonLink size="small" icon="plus" to={`/productos/atributos/+?categoryId=${category.id}`}>
            Nuevo atributo
          </ButtonLink>
        )
      }
    >
      {category.attributes.length === 0 ? (
        <p className="p-4 text-ink-muted">
          Ninguno. Mientras no declares atributos, los filtros salen de los datos de los productos.
        </p>
      ) : (
        <RowList>
          {category.attributes.map(({ id, name, type, unit, choices, isRequired, isFilterable, from }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-40 flex-1">
                <Link className="link" to={`/productos/atributos/${id}`}>
                  {name}
                </Link>
                <small className="text-ink-muted">
                  {[
                    Object.entries(typeLabels).find(([value]) => value === type)?.[1],
                    unit,
                    choices.slice(0, 6).join(', ') + (choices.length > 6 ? ' …' : ''),
                    from.id !== category.id && `De ${from.title}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              {isRequired && (
                <Pill look="corn" icon="circle-alert">
                  Obligatorio
                </Pill>
              )}
              {isFilterable && (
                <Pill look="sky" icon="list-filter">
                  Filtra
                </Pill>
              )}
            </li>
          ))}
        </RowList>
      )}
    </Card>
  );
}

/** The server stops counting one row above `countedRows`. A larger number is shown as "Más de N" (OFF-15). */
const countText = (count: number): string =>
  count > countedRows ? `Más de ${countedRows.toLocaleString('es-GT')}` : count.toLocaleString('es-GT');

function Place({ category: { path, products, productsBelow, children, replacement } }: { category: Detail }) {
  return (
    <Card title="En la tienda">
      <Facts
        facts={[
          ['Dirección', `/${path}`],
          ['Productos', countText(products)],
          [
            'Con lo de abajo',
            <Link
              key="below"
              className="link"
              to={{ pathname: '/productos', search: `?${new URLSearchParams({ category: path })}` }}
            >
              {countText(productsBelow)}
            </Link>,
          ],
          ['Categorías debajo', countText(children)],
          ...(replacement === null ? [] : [['La reemplaza', `/${replacement}`] as const]),
        ]}
      />
      {productsBelow === 0 && (
        <p className="text-xs text-ink-muted">La tienda la muestra en cuanto tenga un producto publicado.</p>
      )}
    </Card>
  );
}

/** The dialog to move a category, once the tree has loaded. */
function Moving({
  category,
  onMoved,
  onClose,
}: {
  category: Detail;
  onMoved: (moved: Detail) => void;
  onClose: () => void;
}) {
  const { data: rows } = useTree();
  const [version] = useState(category.version);
  const moved = rows?.find(({ id }) => id === category.id);
  if (rows === undefined || moved === undefined) return null;
  return <MoveDialog rows={rows} moved={moved} version={version} onMoved={onMoved} onClose={onClose} />;
}
