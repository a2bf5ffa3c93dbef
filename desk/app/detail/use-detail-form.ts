import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { onceOptions } from '../actions/desk-action.ts';
import type { Landings } from '../actions/land-refusal.ts';
import { isRefused } from '../actions/use-change.ts';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { refusalText } from '../platform/notes.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { closeFailures, closeToasts, showFailure, showToast } from '../platform/toasts.tsx';
import { draftKeyOf } from '../session/draft-keys.ts';
import { useSession } from '../session/session.ts';
import { draftText, readDraft, storeDraft } from './stored-draft.ts';
import { changedFields, fieldsOf, isSame, mergedValues } from './versions.ts';

/** An entity as its detail call returns it (§0.2). */
export interface Versioned {
  version: number;
}

export interface DetailField<V> {
  name: keyof V & string;
  label: string;
  /** Formats the value for the conflict dialog; by default the value is shown unchanged. */
  show?: (values: V) => string;
  /** A save offers "Deshacer" if all its fields are safe, for example tags or visibility (OFF-22). */
  isSafe?: true;
}

export interface DetailFormOptions<V extends FieldValues, E extends Versioned> {
  /** The entity as last read. */
  entity: E;
  /** The fields that can be changed. */
  fields: readonly DetailField<V>[];
  valuesOf: (entity: E) => V;
  /** PATCH with only the changed fields, and the version that was read. */
  save: (changes: Partial<V>, version: number, options: CallOptions) => Promise<Result<{ data: E }, ApiError>>;
  /** Asks for a confirmation of a change with large effects. False: nothing is sent. */
  ask?: (changes: Partial<V>) => Promise<boolean>;
  /** Reads the entity again, with other people's changes. */
  read: () => Promise<Result<{ data: E }, ApiError>>;
  /** Called with each new version, for other parts of the page that show it. */
  onSaved: (entity: E) => void;
  /** Key of the draft that stores unsaved work over a reload of the page (PROD-02). Without a key, a reload discards the work. */
  draftKey?: string;
}

/** Somebody else saved first (OFF-21): both versions, by field. */
export interface Conflict<V, E> {
  current: E;
  /** The values before both changes. */
  before: V;
  saved: V;
  mine: V;
  changedBy: string;
  /** ISO time; '' if the server returns no time. */
  changedAt: string;
  /** The fields that the other person changed, the fields changed here, and the fields that both changed to different values. */
  theirFields: readonly (keyof V & string)[];
  myFields: readonly (keyof V & string)[];
  bothFields: readonly (keyof V & string)[];
}

export interface DetailForm<V extends FieldValues, E extends Versioned> {
  form: UseFormReturn<V>;
  fields: readonly DetailField<V>[];
  dirty: readonly (keyof V & string)[];
  isSending: boolean;
  /** The text of the last refusal, without the messages that show at their fields. */
  said: string | undefined;
  conflict: Conflict<V, E> | undefined;
  save: () => Promise<void>;
  /** Resets the form to the last read values. A notice offers to undo the reset. */
  discard: () => void;
  /** Rises when a save or a reset leaves nothing to save. The page then closes its opened parts. */
  endings: number;
  closeConflict: () => void;
  takeSaved: () => void;
  /** Saves the values typed here on top of the other person's version, whose other fields stay. */
  saveOver: () => Promise<void>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The form of an edit page. A save sends only the fields that differ from the last read, and the version of that read. Typed values stay after a
 * conflict. Values typed during a save belong to the next save. Ctrl+S saves.
 */
export const useDetailForm = <V extends FieldValues, E extends Versioned>({
  entity,
  fields,
  valuesOf,
  save,
  ask,
  read,
  onSaved,
  draftKey: workKey,
}: DetailFormOptions<V, E>): DetailForm<V, E> => {
  const { user } = useSession();
  const draftKey = workKey === undefined ? undefined : draftKeyOf(user.id, workKey);
  const names = fields.map(({ name }) => name);
  const landings: Landings<V> = Object.fromEntries(names.map((name) => [name, name]));
  // A draft keeps the version from which it started, so that a later change by another person is a conflict.
  const [draft] = useState(() => (draftKey === undefined ? undefined : readDraft<V, E>(draftKey)));
  const [base, setBase] = useState(draft?.base ?? entity);
  const [first] = useState(() => draft?.values ?? valuesOf(entity));
  const [conflict, setConflict] = useState<Conflict<V, E>>();
  const [endings, setEndings] = useState(0);
  // The values of a save whose answer got lost. The save may have succeeded. So the next press repeats it, then saves the values typed since.
  const unansweredSave = useRef<V>(undefined);
  // Closes the notice that offers to restore discarded values. It is called when the page closes and when the next version shows.
  const closeRestoreNotice = useRef<() => void>(undefined);
  useEffect(() => () => closeRestoreNotice.current?.(), []);
  const { form, said, isSending, send, forget } = useLandingForm<V>({ values: first });
  const typed = form.watch();
  const dirty = changedFields(names, valuesOf(base), typed);
  const unsaved = draftKey !== undefined && dirty.length > 0 ? draftText({ base, values: typed }) : undefined;
  useEffect(() => {
    if (draftKey !== undefined) storeDraft(draftKey, unsaved);
  }, [draftKey, unsaved]);
  // Leaving the page deletes the draft. The desk has asked the person before.
  useEffect(() => {
    if (draftKey === undefined) return;
    return () => storeDraft(draftKey, undefined);
  }, [draftKey]);

  /** Shows the next version. The fields in `typedNames` stay as typed. */
  const showVersion = (next: E, typedNames: readonly (keyof V)[]): void => {
    unansweredSave.current = undefined;
    closeRestoreNotice.current?.();
    forget();
    setBase(next);
    form.reset(mergedValues(form.getValues(), valuesOf(next), typedNames));
  };

  const end = (): void => setEndings((count) => count + 1);

  const isNewer = entity.version > base.version && dirty.length === 0 && !isSending;
  const adopt = useEffectEvent(() => showVersion(entity, []));
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

  /** Saves the former values again. The server refuses this if the entity has changed since. Values typed since then stay. */
  const undo = async (former: Partial<V>, from: E): Promise<void> => {
    const undone = await save(former, from.version, onceOptions());
    if (!undone.ok) return showFailure(`No se pudo deshacer. ${refusalText(undone.error)}`);
    const next = undone.value.data;
    showVersion(next, changedFields(names, valuesOf(from), form.getValues()));
    onSaved(next);
    showToast('Deshecho');
  };

  const saveFrom = async (from: E): Promise<void> => {
    const repeated = unansweredSave.current;
    const found: { conflict?: Conflict<V, E> | undefined } = {};
    const sent = repeated ?? form.getValues();
    const changes = changedFields(names, valuesOf(from), sent);
    if (isSending || changes.length === 0) return;
    closeToasts();
    // Only changed fields are validated: an invalid stored value must not block the save.
    if (!(await form.trigger(changes as Path<V>[], { shouldFocus: true }))) return;
    if (repeated === undefined && ask !== undefined && !(await ask(fieldsOf(sent, changes)))) return;
    const result = await send(async (options) => {
      const answer = await save(fieldsOf(sent, changes), from.version, options);
      if (!answer.ok && answer.error.code === 'VERSION_CONFLICT')
        found.conflict = await findConflict(answer.error, from, form.getValues());
      return answer;
    }, landings);
    setConflict(found.conflict);
    if (!result.ok) {
      unansweredSave.current = isRefused(result.error) ? undefined : sent;
      if (found.conflict !== undefined) forget();
      return;
    }
    closeFailures();
    const saved = result.value.data;
    const typedSince = changedFields(names, sent, form.getValues());
    showVersion(saved, typedSince);
    onSaved(saved);
    if (repeated !== undefined && typedSince.length > 0) return saveFrom(saved);
    if (typedSince.length === 0) end();
    const isSafe = changes.every((name) => fields.some((field) => field.name === name && field.isSafe === true));
    showToast('Guardado', isSafe ? () => void undo(fieldsOf(valuesOf(from), changes), saved) : undefined);
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
    isSending,
    said,
    conflict,
    save: () => saveFrom(base),
    discard: () => {
      const valuesBefore = form.getValues();
      showVersion(base, []);
      end();
      closeRestoreNotice.current = showToast('Cambios descartados', () =>
        form.reset(mergedValues(valuesBefore, form.getValues(), dirty)),
      );
    },
    endings,
    closeConflict: () => setConflict(undefined),
    takeSaved: () => {
      if (!conflict) return;
      showVersion(conflict.current, []);
      end();
      onSaved(conflict.current);
      setConflict(undefined);
    },
    saveOver: async () => {
      if (!conflict) return;
      showVersion(conflict.current, conflict.myFields);
      setConflict(undefined);
      await saveFrom(conflict.current);
    },
  };
};
