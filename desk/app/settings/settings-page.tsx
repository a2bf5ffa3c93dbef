import { type FieldValue, readTyped, shownOf, typedOf } from '@ceiba/contract/desk/fields';
import { groupOf, isSettingName, rangeText, settingFields, settingNames } from '@ceiba/contract/desk/setting-fields';
import { type SettingGroup, type SettingName, settingGroups } from '@ceiba/contract/desk/setting-labels';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { Card, DetailFrame, Loaded, SaveBar } from '../detail/detail-frame.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { type DetailField, useDetailForm } from '../detail/use-detail-form.ts';
import { Button } from '../platform/button.tsx';
import { nothing } from '../platform/formats.ts';
import { Tab, Tabs } from '../platform/tabs.tsx';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { ShopPictures } from './shop-pictures.tsx';

type Settings = DeskAnswer<'getSettings'>['data'];
type Texts = Record<string, string>;

const textsOf = ({ values }: Settings): Texts =>
  Object.fromEntries(settingNames.map((name) => [name, typedOf(settingFields[name], values[name])]));

const bodyOf = (texts: Partial<Texts>): Record<string, FieldValue> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const read = isSettingName(name) && text !== undefined ? readTyped(settingFields[name], text) : undefined;
      return read?.ok ? [[name, read.value]] : [];
    }),
  );

const shownFields: readonly DetailField<Texts>[] = settingNames.map((name) => ({
  name,
  label: settingFields[name].label,
  show: (texts) => shownOf(settingFields[name], texts[name] ?? '') || nothing,
}));

const groups = Object.entries(settingGroups) as readonly (readonly [SettingGroup, string])[];

/** "Ajustes": the identity and the policies of the shop. One form has all groups; a tab shows one group (PROD-16). */
export function Component() {
  const settings = useDeskQuery('getSettings', {}, { staleTime: 0 });
  return (
    <>
      <PageHead title="Ajustes" />
      <Loaded query={settings}>{({ data }) => <SettingsForm settings={data} />}</Loaded>
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const requestedGroup = params.get('grupo') ?? '';
  const group = groups.find(([name]) => name === requestedGroup)?.[0] ?? 'identidad';
  const keep = (data: Settings): void => {
    queries.setQueryData(queryKeyOf('getSettings', {}), { status: 200, data });
    // "Primeros pasos" on the first page marks saved settings as done.
    void queries.invalidateQueries({ queryKey: queryKeyOf('getDeskHome', {}) });
  };
  const detail = useDetailForm<Texts, Settings>({
    entity: settings,
    fields: shownFields,
    valuesOf: textsOf,
    save: (texts, version, options) => call('changeSettings', { body: { version, ...bodyOf(texts) } }, options),
    read: () => call('getSettings', {}),
    onSaved: keep,
    draftKey: 'settings',
  });
  const unsaved = new Set(detail.dirty.filter(isSettingName).map(groupOf));
  const { errors } = detail.form.formState;
  const wrong = new Set(settingNames.filter((name) => errors[name] !== undefined).map(groupOf));
  return (
    <>
      <Tabs label="Grupos de ajustes">
        {groups.map(([name, label]) => (
          <Tab key={name} to={`?grupo=${name}`} isCurrent={name === group}>
            {label}
            <GroupMark isWrong={wrong.has(name)} isUnsaved={unsaved.has(name)} />
          </Tab>
        ))}
      </Tabs>
      <DetailFrame aside={<HistoryCard entity="settings" entityId="shop" version={settings.version} />}>
        {/* Each group stays in the form, so that a refused field of another group keeps its message. */}
        {groups.map(([name, label]) => (
          <div key={name} hidden={name !== group} className={name === group ? 'stack' : undefined}>
            <Card title={label}>
              <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1">
                {settingNames
                  .filter((each) => groupOf(each) === name)
                  .map((each) => (
                    <Setting key={each} form={detail.form} name={each} standard={settings.standards[each] ?? null} />
                  ))}
              </div>
            </Card>
            {name === 'identidad' && <ShopPictures settings={settings} onSaved={keep} />}
          </div>
        ))}
        <SaveBar detail={detail} />
      </DetailFrame>
    </>
  );
}

/** Marks a tab whose group has refused or unsaved fields, because the group may be hidden. */
function GroupMark({ isWrong, isUnsaved }: { isWrong: boolean; isUnsaved: boolean }) {
  if (!isWrong && !isUnsaved) return null;
  return (
    <span className={isWrong ? 'text-danger' : 'text-warning'}>
      <DeskIcon name={isWrong ? 'circle-alert' : 'circle'} />
      <span className="sr-only">{isWrong ? ' con datos por corregir' : ' con cambios sin guardar'}</span>
    </span>
  );
}

/** A setting with its range, its standard value, and a button that restores the standard value. */
function Setting({ form, name, standard }: { form: UseFormReturn<Texts>; name: SettingName; standard: FieldValue }) {
  const field = settingFields[name];
  const standardText = typedOf(field, standard);
  const isStandard = form.watch(name) === standardText;
  const hint: ReactNode = [
    field.hint,
    rangeText(name),
    standardText !== '' && `Estándar: ${shownOf(field, standardText)}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="stack gap-1">
      <FieldControl form={form} name={name} field={field} {...(hint !== '' && { hint })} />
      {!isStandard && standardText !== '' && (
        <span>
          <Button
            look="ghost"
            size="small"
            icon="undo-2"
            aria-label={`Volver al estándar: ${field.label}`}
            onClick={() => form.setValue(name, standardText, { shouldDirty: true, shouldValidate: true })}
          >
            Volver al estándar
          </Button>
        </span>
      )}
    </div>
  );
}
