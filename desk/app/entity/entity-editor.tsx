import { unwrap } from '@ceiba/client/call-failure';
import {
  type EntityDeclaration,
  type EntityField,
  fieldsWhere,
  isEditable,
  isTyped,
  mayBeAbsent,
  wordsOf,
} from '@ceiba/contract/desk/entity';
import { type FieldValue, readTyped, shownOf, typedOf } from '@ceiba/contract/desk/fields';
import type { NameKind } from '@ceiba/contract/desk/list';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { useDetailForm } from '../detail/use-detail-form.ts';
import { nameOf, useNames } from '../list/names.ts';
import { Button } from '../platform/button.tsx';
import { RequiredNote } from '../platform/field.tsx';
import { nothing } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { useMay } from '../session/session.ts';
import { type Crumb, PageHead } from '../shell/page-head.tsx';
import { callsOfEntity, type EntityDetail, keyOf, titleOf } from './entity-client.ts';
import type { EntityForm, EntityPlace } from './entity-place.ts';

type Texts = Record<string, string>;

interface PageOf {
  of: EntityDeclaration;
  place: EntityPlace;
}

const pathTo = ({ of, place: { path, above = [] } }: PageOf): Crumb[] => [
  ...above,
  { label: wordsOf(of).title, to: `/${path}` },
];

const keyOfDetail = (of: EntityDeclaration, id: string) => [...allDeskKeys, of.name, 'one', id] as const;

/** Parses the texts of these fields. Leaves out fields without a text, and fields whose text does not parse. */
const valuesOfTexts = (fields: readonly [string, EntityField][], texts: Partial<Texts>): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const text = texts[name];
      if (text === undefined) return [];
      const read = readTyped(field, text);
      return read.ok ? [[name, read.value]] : [];
    }),
  );

/** The field as the form of a new entity checks it: a field with a default value may stay empty. */
const fieldOfNew = (field: EntityField): EntityField => (mayBeAbsent(field) ? { ...field, isOptional: true } : field);

const initialText = (field: EntityField): string => {
  const { default: otherwise } = field;
  if (otherwise !== undefined && otherwise !== 'computed') return typedOf(field, otherwise);
  if (field.kind === 'flag') return 'true';
  return field.kind === 'choice' && !field.isOptional ? (Object.keys(field.values)[0] ?? '') : '';
};

/** Renders each field with its special control from `place`, or else with the control of its kind. */
const Controls = ({
  place: { controls },
  form,
  fields,
  row,
  isNew = false,
}: {
  place: EntityPlace;
  form: EntityForm;
  fields: readonly [string, EntityField][];
  row?: EntityDetail;
  isNew?: boolean;
}) =>
  fields.map(([name, field]) => {
    const Control = controls?.[name];
    return Control === undefined ? (
      <FieldControl
        key={name}
        form={form}
        name={name}
        field={field}
        hint={isNew ? (field.newHint ?? field.hint) : field.hint}
      />
    ) : (
      <Control key={name} form={form} name={name} field={field} row={row} />
    );
  });

/** "Nueva marca": the form of a new entity. */
export function NewEntityPage({ of, place }: PageOf) {
  const words = wordsOf(of);
  const navigate = useNavigate();
  const [newRow, setNewRow] = useState<EntityDetail>();
  // A link from another page can fill fields: `+?categoryId=12`.
  const [params] = useSearchParams();
  const fields = fieldsWhere(of, isTyped).map(([name, field]): [string, EntityField] => [name, fieldOfNew(field)]);
  const { form, said, isSending, send } = useLandingForm<Texts>({
    defaultValues: Object.fromEntries(fields.map(([name, field]) => [name, params.get(name) ?? initialText(field)])),
  });
  // Reading `isDirty` subscribes the form to typed changes.
  const isDirty = form.formState.isDirty && newRow === undefined;
  // Navigates one render after the answer. Only then does the guard no longer ask whether to leave.
  useEffect(() => {
    if (newRow !== undefined)
      void navigate(`/${place.path}/${encodeURIComponent(keyOf(of, newRow))}`, { replace: true });
  }, [newRow, navigate, of, place.path]);
  const submit = form.handleSubmit(async (texts) => {
    const typed = fields.filter(([name]) => (texts[name] ?? '').trim() !== '');
    // If the server computed a value from the name, an error about the value shows at the name.
    const isComputed = (name: string): boolean =>
      of.fields[name]?.default === 'computed' && (texts[name] ?? '').trim() === '' && of.title in texts;
    const landings = Object.fromEntries(fields.map(([name]) => [name, isComputed(name) ? of.title : name]));
    const sent = await send((options) => callsOfEntity(of).create(valuesOfTexts(typed, texts), options), landings);
    if (!sent.ok) return;
    showToast(words.created);
    setNewRow(sent.value.data);
  });
  return (
    <>
      <PageHead title={words.add} path={pathTo({ of, place })} />
      <DetailFrame>
        <PageForm isSending={isSending} onSubmit={submit}>
          <Card title={words.one}>
            {said !== undefined && <Note kind="error">{said}</Note>}
            <Controls place={place} form={form} fields={fields} isNew />
            <span>
              <Button type="submit" look="primary" loading={isSending}>
                {words.create}
              </Button>
            </span>
          </Card>
          <RequiredNote />
        </PageForm>
        {place.trial && <place.trial texts={form.watch()} />}
        {place.preview && <place.preview form={form} row={undefined} />}
      </DetailFrame>
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

/** The page of an entity: a form with its editable fields, its other fields as text, and its history. */
export function EntityEditor({ of, place, id }: PageOf & { id: string }) {
  const found = useQuery({
    queryKey: keyOfDetail(of, id),
    queryFn: async ({ signal }) => unwrap(await callsOfEntity(of).get(id, { signal })),
  });
  return <Loaded query={found}>{({ data }) => <Editor of={of} place={place} row={data} />}</Loaded>;
}

/** The name of the row to which a field refers. */
function ReferenceName({ names, code }: { names: NameKind; code: string }) {
  return nameOf(useNames(names), code);
}

const textsOf = (fields: readonly [string, EntityField][], row: EntityDetail): Texts =>
  // The entity's calls return values of the types of its fields.
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
      // A change of a flag, such as visibility, offers "Deshacer" (OFF-22).
      ...((field.kind === 'flag' || field.isSafe) && { isSafe: true as const }),
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
  const fixed = fieldsWhere(of, (field) => !field.isListed && (!mayEdit || !isEditable(field)));
  const { note } = of.words;
  const Cards = place.cards;
  return (
    <>
      <PageHead
        title={titleOf(of, row)}
        path={pathTo({ of, place })}
        actions={<ActionButtons actions={actions} allowed={row.actions} />}
      />
      <DetailFrame aside={<HistoryCard entity={of.name} entityId={id} version={row.version} />}>
        <Card title={wordsOf(of).one}>
          {mayEdit && note !== undefined && <p className="text-ink-soft">{note}</p>}
          {mayEdit && <Controls place={place} form={detail.form} fields={fields} row={row} />}
          {fixed.length > 0 && (
            <Facts
              facts={fixed.map(([name, field]) => [
                field.label,
                field.kind === 'reference' ? (
                  <ReferenceName key={name} names={field.names} code={String(row[name] ?? '')} />
                ) : (
                  shownOf(field, typedOf(field, row[name] as FieldValue)) || nothing
                ),
              ])}
            />
          )}
        </Card>
        {place.preview && <place.preview form={detail.form} row={row} />}
        {mayEdit && <SaveBar detail={detail} />}
        {place.trial && <place.trial texts={{ ...textsOf(fieldsWhere(of, isTyped), row), ...detail.form.watch() }} />}
        {Cards !== undefined && <Cards row={row} />}
      </DetailFrame>
    </>
  );
}
