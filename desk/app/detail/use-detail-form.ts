import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useEffect, useEffectEvent, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { onceOptions } from '../actions/desk-action.ts';
import { type Landings, landRefusal } from '../actions/land-refusal.ts';
import { useReread } from '../actions/use-change.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { showToast } from '../platform/toasts.tsx';
import { changedFields, fieldsOf, isSame, mergedValues } from './versions.ts';

/** An entity as its detail answers it (§0.2). */
export interface Versioned {
  version: number;
}

export interface DetailField<V> {
  name: keyof V & string;
  label: string;
  /** As the conflict dialog shows it; else as it is. */
  show?: (values: V) => string;
}

export interface DetailFormOptions<V extends FieldValues, E extends Versioned> {
  /** As it was read last. */
  entity: E;
  /** What can be changed. */
  fields: readonly DetailField<V>[];
  valuesOf: (entity: E) => V;
  /** PATCH with the changed fields alone, and the version they were read with. */
  save: (changes: Partial<V>, version: number, options: CallOptions) => Promise<Result<{ data: E }, ApiError>>;
  /** Reads it again: what somebody else has saved. */
  read: () => Promise<Result<{ data: E }, ApiError>>;
  /** Another version is known now, for what else shows it. */
  onSaved: (entity: E) => void;
}

/** Somebody else was faster (OFF-21): both versions, by their fields. */
export interface Conflict<V, E> {
  current: E;
  /** Before either changed it. */
  before: V;
  saved: V;
  mine: V;
  changedBy: string;
  /** ISO; '' where it is not told. */
  changedAt: string;
  /** What they changed, what was changed here, and what both did, each to something else. */
  theirFields: readonly (keyof V & string)[];
  myFields: readonly (keyof V & string)[];
  bothFields: readonly (keyof V & string)[];
}

export interface DetailForm<V extends FieldValues, E extends Versioned> {
  form: UseFormReturn<V>;
  fields: readonly DetailField<V>[];
  dirty: readonly (keyof V & string)[];
  isSaving: boolean;
  /** The refusal in words. A message that stands at its field is not repeated. */
  refused: string | undefined;
  conflict: Conflict<V, E> | undefined;
  save: () => Promise<void>;
  /** Back to what was read. */
  discard: () => void;
  /** How many times nothing was left to save: what opened a part of the page closes it then. */
  endings: number;
  closeConflict: () => void;
  takeSaved: () => void;
  /** Saves what was changed here over what is saved; what only they changed stays theirs. */
  saveOver: () => Promise<void>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The one way to change an entity. It knows which fields differ from what was read, and saves those alone with the version they were read
 * with. Nothing typed is lost: not by a conflict, and what is typed while a save is under way stays and is the next save's. Ctrl+S saves.
 */
export const useDetailForm = <V extends FieldValues, E extends Versioned>({
  entity,
  fields,
  valuesOf,
  save,
  read,
  onSaved,
}: DetailFormOptions<V, E>): DetailForm<V, E> => {
  const names = fields.map(({ name }) => name);
  const landings: Landings<V> = Object.fromEntries(names.map((name) => [name, name]));
  const [base, setBase] = useState(entity);
  const [first] = useState(() => valuesOf(entity));
  const [isSaving, setIsSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<V, E>>();
  const [endings, setEndings] = useState(0);
  // A save that got no answer may have been done: its repeat has the same key.
  const [options, setOptions] = useState(onceOptions);
  const reread = useReread();
  const form = useForm<V>({ values: first });
  const dirty = changedFields(names, valuesOf(base), form.watch());

  /** `kept`: fields that stay as they are typed. */
  const become = (next: E, kept: readonly (keyof V)[]): void => {
    setBase(next);
    form.reset(mergedValues(form.getValues(), valuesOf(next), kept));
  };

  const end = (): void => setEndings((count) => count + 1);

  const isNewer = entity.version > base.version && dirty.length === 0 && !isSaving;
  const adopt = useEffectEvent(() => become(entity, []));
  useEffect(() => {
    if (isNewer) adopt();
  }, [isNewer]);

  const findConflict = async (refusal: ApiError, from: E, mine: V): Promise<Conflict<V, E> | undefined> => {
    const answer = await read();
    if (!answer.ok) return undefined;
    const current = answer.value.data;
    const [before, saved] = [valuesOf(from), valuesOf(current)];
    const [theirFields, myFields] = [changedFields(names, before, saved), changedFields(names, before, mine)];
    const bothFields = myFields.filter((name) => theirFields.includes(name) && !isSame(mine[name], saved[name]));
    const { changedBy, changedAt } = refusal.metadata;
    return {
      current,
      before,
      saved,
      mine,
      theirFields,
      myFields,
      bothFields,
      changedBy: textOf(changedBy),
      changedAt: textOf(changedAt),
    };
  };

  const saveFrom = async (from: E): Promise<void> => {
    const sent = form.getValues();
    const changes = changedFields(names, valuesOf(from), sent);
    if (isSaving || changes.length === 0 || !(await form.trigger())) return;
    setIsSaving(true);
    setRefused(undefined);
    const result = await save(fieldsOf(sent, changes), from.version, options);
    if (result.ok) {
      const kept = changedFields(names, sent, form.getValues());
      become(result.value.data, kept);
      if (kept.length === 0) end();
      onSaved(result.value.data);
      setConflict(undefined);
      showToast('Guardado');
    } else {
      const found = result.error.code === 'VERSION_CONFLICT' ? await findConflict(result.error, from, sent) : undefined;
      setConflict(found);
      if (found === undefined) {
        await reread(result.error);
        setRefused(landRefusal(form, result.error, landings));
      }
    }
    if (result.ok || result.error.status !== 0) setOptions(onceOptions());
    setIsSaving(false);
  };

  useShortcuts({
    '$mod+s': (event) => {
      event.preventDefault();
      void saveFrom(base);
    },
  });

  return {
    form,
    fields,
    dirty,
    isSaving,
    refused,
    conflict,
    save: () => saveFrom(base),
    discard: () => {
      setRefused(undefined);
      become(base, []);
      end();
    },
    endings,
    closeConflict: () => setConflict(undefined),
    takeSaved: () => {
      if (!conflict) return;
      become(conflict.current, []);
      end();
      onSaved(conflict.current);
      setConflict(undefined);
    },
    saveOver: async () => {
      if (!conflict) return;
      become(conflict.current, conflict.myFields);
      setConflict(undefined);
      await saveFrom(conflict.current);
    },
  };
};
