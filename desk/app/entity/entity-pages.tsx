import { type AnyRow, type EntityDeclaration, listOf, valuesOf, wordsOf } from '@ceiba/contract/desk/entity';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { Pills } from '../list/cell.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ButtonLink } from '../platform/button.tsx';
import type { PillStyle } from '../platform/pill.tsx';
import { useMay } from '../session/session.ts';
import { callsOfEntity, keyOf } from './entity-client.ts';
import { EntityEditor, NewEntityPage } from './entity-editor.tsx';
import type { EntityPlace } from './entity-place.ts';

/** The address of the form for a new entity. No key is a single plus sign. */
const newKey = '+';

const good: PillStyle = { look: 'good', icon: 'circle-check' };
const out: PillStyle = { look: 'out', icon: 'ban' };
const plain: PillStyle = { look: 'stone', icon: 'circle' };

/**
 * Looks of the states of an entity. A flag is yes or no. The first value of a choice has the look of a good state, and the last value the look of an
 * ended one.
 */
const pillsOf = ({ fields }: EntityDeclaration): Pills =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const values = Object.keys(valuesOf(field) ?? {});
      const look = (at: number): PillStyle => (at === 0 ? good : at === values.length - 1 ? out : plain);
      return values.length === 0 ? [] : [[name, Object.fromEntries(values.map((value, at) => [value, look(at)]))]];
    }),
  );

/** The list of an entity with a button for a new one. Each row opens its editor. */
function EntityList({
  of,
  place: { path, above, links = [], listActions: ListActions },
}: {
  of: EntityDeclaration;
  place: EntityPlace;
}) {
  const may = useMay();
  const list = listsOf(of);
  return (
    <ListPage
      list={list.declaration}
      read={list.read}
      hrefOf={(row: AnyRow) => `/${path}/${encodeURIComponent(keyOf(of, row))}`}
      pills={list.pills}
      {...(above && { path: above })}
      actions={
        <>
          {links.map(({ label, to }) => (
            <ButtonLink key={label} look="ghost" to={to}>
              {label}
            </ButtonLink>
          ))}
          {may(of.permissions.edit) && ListActions && <ListActions />}
          {may(of.permissions.edit) && (
            <ButtonLink look="primary" icon="plus" to={`/${path}/${newKey}`}>
              {wordsOf(of).add}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

const listedByEntity = new WeakMap<EntityDeclaration, ReturnType<typeof listed>>();

const listed = (of: EntityDeclaration) => ({
  declaration: listOf(of),
  read: callsOfEntity(of).list,
  pills: pillsOf(of),
});

/** One object per declaration: a new one in each render would re-render every row. */
const listsOf = (of: EntityDeclaration): ReturnType<typeof listed> => {
  const known = listedByEntity.get(of) ?? listed(of);
  listedByEntity.set(of, known);
  return known;
};

/** The pages of an entity: its list, and one page that is the editor or the form of a new entity. */
export const pagesOf = (of: EntityDeclaration, place: EntityPlace): { list: ComponentType; one: ComponentType } => ({
  list: () => <EntityList of={of} place={place} />,
  one: function One() {
    const { key = '' } = useParams();
    return key === newKey ? (
      <NewEntityPage of={of} place={place} />
    ) : (
      <EntityEditor key={key} of={of} id={key} place={place} />
    );
  },
});
