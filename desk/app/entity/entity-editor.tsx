import { unwrap } from '@ceiba/client/call-failure';
import {
  type EntityDeclaration,
  type EntityField,
  fieldsWhere,
  isEditable,
  isSpare,
  isTyped,
  wordsOf,
} from '@ceiba/contract/desk/entity';
import { type FieldValue, readTyped, shownOf, typedOf } from '@ceiba/contract/desk/fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldControl } from '../actions/field-control.tsx';
import { landRefusal } from '../actions/land-refusal.ts';
import { useChange } from '../actions/use-change.ts';
import { Card, DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { useDetailForm } from '../detail/use-detail-form.ts';
import { Button } from '../platform/button.tsx';
import { nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { everything } from '../session/cache-keys.ts';
import { useMay } from '../session/session.ts';
import { type Crumb, PageHead } from '../shell/page-head.tsx';
import { callsOfEntity, type EntityDetail, keyOf, titleOf } from './entity-client.ts';
import type { EntityPlace } from './entity-place.ts';

type Texts = Record<string, string>;

interface PageOf {
  of: EntityDeclaration;
  place: EntityPlace;
}

const pathTo = ({ of, place: { path, above = [] } }: PageOf): Crumb[] => [
  ...above,
  { label: wordsOf(of).title, to: `/${path}` },
];

const keyOfDetail = (of: EntityDeclaration, id: string) => [...everything, of.name, 'one', id] as const;

/** The values of typed texts, of these fields. Fields whose text is empty are left out where a new one may lack them. */
const valuesOfTexts = (fields: readonly [string, EntityField][], texts: Partial<Texts>): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const text = texts[name];
      if (text === undefined) return [];
      const read = readTyped(field, text);
      return read.ok ? [[name, read.value]] : [];
    }),
  );

/** A field that its declaration fills in may stay empty in the form of a new one. */
const asTyped = (field: EntityField): EntityField => (isSpare(field) ? { ...field, isOptional: true } : field);

const startOf = (field: EntityField): string => {
  const { default: otherwise } = field;
  if (otherwise !== undefined && otherwise !== 'computed') return typedOf(field, otherwise);
  if (field.kind === 'flag') return 'true';
  return field.kind === 'choice' && !field.isOptional ? (Object.keys(field.values)[0] ?? '') : '';
};

/** "Nueva marca": what somebody types of a new one. */
export function NewEntityPage({ of, place }: PageOf) {
  const words = wordsOf(of);
  const navigate = useNavigate();
  const change = useChange();
  const [said, setSaid] = useState<string>();
  const [made, setMade] = useState<EntityDetail>();
  const fields = fieldsWhere(of, isTyped).map(([name, field]): [string, EntityField] => [name, asTyped(field)]);
  const form = useForm<Texts>({
    defaultValues: Object.fromEntries(fields.map(([name, field]) => [name, startOf(field)])),
  });
  // Reading it has the form told of what is typed.
  const isDirty = form.formState.isDirty && made === undefined;
  // The page leaves after the next drawing, which opens the guard. Before it the page would ask whether to leave.
  useEffect(() => {
    if (made !== undefined) void navigate(`/${place.path}/${encodeURIComponent(keyOf(of, made))}`, { replace: true });
  }, [made, navigate, of, place.path]);
  const submit = form.handleSubmit(async (texts) => {
    const typed = fields.filter(([name]) => (texts[name] ?? '').trim() !== '');
    const sent = await change.send((options) => callsOfEntity(of).create(valuesOfTexts(typed, texts), options));
    if (!sent.ok)
      return setSaid(landRefusal(form, sent.error, Object.fromEntries(fields.map(([name]) => [name, name]))));
    showToast(words.created);
    setMade(sent.value.data);
  });
  return (
    <>
      <PageHead title={words.add} path={pathTo({ of, place })} />
      <DetailFrame>
        <form
          noValidate
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!change.isSending) void submit();
          }}
        >
          <Card title={words.one}>
            {said !== undefined && <Note kind="error">{said}</Note>}
            {fields.map(([name, field]) => (
              <FieldControl key={name} form={form} name={name} field={field} />
            ))}
            <span className="end">
              <Button type="submit" look="primary" loading={change.isSending}>
                {words.create}
              </Button>
            </span>
          </Card>
        </form>
      </DetailFrame>
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

/** One of an entity: its fields, those that may change as a form, and its history. */
export function EntityEditor({ of, place, id }: PageOf & { id: string }) {
  const found = useQuery({
    queryKey: keyOfDetail(of, id),
    queryFn: async ({ signal }) => unwrap(await callsOfEntity(of).get(id, { signal })),
  });
  return <Loaded query={found}>{({ data }) => <Editor of={of} place={place} row={data} />}</Loaded>;
}

const textsOf = (fields: readonly [string, EntityField][], row: EntityDetail): Texts =>
  // The calls of the entity answer values of its fields.
  Object.fromEntries(fields.map(([name, field]) => [name, typedOf(field, row[name] as FieldValue)]));

function Editor({ of, place, row }: PageOf & { row: EntityDetail }) {
  const may = useMay();
  const queries = useQueryClient();
  const [fields] = useState(() => fieldsWhere(of, isEditable));
  const navigate = useNavigate();
  const { get, change } = callsOfEntity(of);
  const id = keyOf(of, row);
  const detail = useDetailForm<Texts, EntityDetail>({
    entity: row,
    fields: fields.map(([name, field]) => ({
      name,
      label: field.label,
      show: (texts) => shownOf(field, texts[name] ?? '') || nothing,
    })),
    valuesOf: (entity) => textsOf(fields, entity),
    save: (texts, version, options) => change(id, { version, ...valuesOfTexts(fields, texts) }, options),
    read: () => get(id),
    onSaved: (data) => void queries.setQueryData(keyOfDetail(of, id), { data }),
  });
  const keep = (data: EntityDetail): void => void queries.setQueryData(keyOfDetail(of, id), { data });
  const remove: DeskAction = {
    verb: 'remove',
    label: 'Eliminar',
    icon: 'trash-2',
    isDanger: true,
    permission: of.permissions.edit,
    confirm: {
      title: `¿Eliminar ${titleOf(of, row)}?`,
      text: 'No se puede deshacer.',
      button: `Eliminar ${of.words.one}`,
    },
    run: async (options) => {
      const sent = await callsOfEntity(of).remove(id, row.version, options);
      if (sent.ok) void navigate(`/${place.path}`, { replace: true });
      return sent;
    },
    done: wordsOf(of).removed,
  };
  const actions = [...(place.verbs?.(row, keep) ?? []), ...(of.canRemove ? [remove] : [])];
  const mayEdit = may(of.permissions.edit) && fields.length > 0;
  const fixed = fieldsWhere(of, (field) => !mayEdit || !isEditable(field));
  const { note } = of.words;
  return (
    <>
      <PageHead
        title={titleOf(of, row)}
        path={pathTo({ of, place })}
        actions={<ActionButtons actions={actions} allowed={row.actions} />}
      />
      <DetailFrame aside={<HistoryCard entity={of.name} entityId={id} version={row.version} />}>
        <Card title={wordsOf(of).one}>
          {mayEdit && note !== undefined && <p className="soft">{note}</p>}
          {mayEdit &&
            fields.map(([name, field]) => <FieldControl key={name} form={detail.form} name={name} field={field} />)}
          {fixed.length > 0 && (
            <Facts
              facts={fixed.map(([name, field]) => [
                field.label,
                shownOf(field, typedOf(field, row[name] as FieldValue)) || nothing,
              ])}
            />
          )}
        </Card>
        {mayEdit && <SaveBar detail={detail} />}
      </DetailFrame>
    </>
  );
}
