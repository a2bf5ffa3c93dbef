import { type Field, typedFault } from '@ceiba/contract/desk/fields';
import type { UseFormReturn } from 'react-hook-form';
import { Button, IconButton } from '../platform/button.tsx';
import { CheckField, SelectField, TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';

type Form = UseFormReturn<Record<string, string>>;

interface ControlProps {
  form: Form;
  name: string;
  field: Field;
}

const days = [
  ['lun', 'Lunes'],
  ['mar', 'Martes'],
  ['mie', 'Miércoles'],
  ['jue', 'Jueves'],
  ['vie', 'Viernes'],
  ['sab', 'Sábado'],
  ['dom', 'Domingo'],
  ['feriado', 'Feriados'],
] as const;

/** A window of one day as its form has it. A time that is not typed yet is empty. */
interface Slot {
  day: string;
  opens: string;
  closes: string;
}

/** Reads the text of a form, also an incomplete one (`readHours`). */
const slotsOf = (text: string): Slot[] =>
  text.split('|').flatMap((part) => {
    const [, words = '', opens = '', closes = ''] = /^ *([a-z,]+) +([\d:]*)-([\d:]*) *$/.exec(part) ?? [];
    return words === '' ? [] : words.split(',').map((day) => ({ day, opens, closes }));
  });

/** The text of these windows: days with the same window share a part. */
const slotsText = (slots: readonly Slot[]): string => {
  const parts = new Map<string, string[]>();
  for (const [day] of days)
    for (const { opens, closes } of slots.filter((slot) => slot.day === day)) {
      const times = `${opens}-${closes}`;
      parts.set(times, [...(parts.get(times) ?? []), day]);
    }
  return [...parts].map(([times, named]) => `${named.join(',')} ${times}`).join('|');
};

/** A time field has no 24:00: the end of the day is its midnight. */
const shownEnd = (time: string): string => (time === '24:00' ? '00:00' : time);
const storedEnd = (time: string): string => (time === '00:00' ? '24:00' : time);

const useText = ({ form, name, field }: ControlProps, message: string) => {
  form.register(name, { validate: (text: string) => (typedFault(field, text) === null ? true : message) });
  const error = form.formState.errors[name]?.message;
  return {
    error,
    text: form.watch(name) ?? '',
    put: (text: string): void => form.setValue(name, text, { shouldDirty: true, shouldValidate: error !== undefined }),
  };
};

function Times({ of, slot, onChange }: { of: string; slot: Omit<Slot, 'day'>; onChange: (slot: object) => void }) {
  return (
    <>
      <TextField
        type="time"
        label={`${of}: abre`}
        isLabelHidden
        value={slot.opens}
        onChange={(event) => onChange({ opens: event.target.value })}
      />
      <span aria-hidden="true">a</span>
      <TextField
        type="time"
        label={`${of}: cierra`}
        isLabelHidden
        value={shownEnd(slot.closes)}
        onChange={(event) => onChange({ closes: storedEnd(event.target.value) })}
      />
    </>
  );
}

/** The hours of a week: for each day whether the store opens, and from when to when. The form holds them as one text. */
export function HoursControl(props: ControlProps) {
  const { error, text, put } = useText(
    props,
    'Completa el horario: cada día abierto lleva dos horas, la primera antes que la segunda.',
  );
  const slots = slotsOf(text);
  const set = (at: number, change: object): void =>
    put(slotsText(slots.map((slot, place) => (place === at ? { ...slot, ...change } : slot))));
  const add = (day: string): void => {
    const last = slots.findLast((slot) => slot.day === day);
    const fresh = last === undefined ? { opens: '09:00', closes: '18:00' } : { opens: last.closes, closes: '' };
    put(slotsText([...slots, { day, ...fresh }]));
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-dense font-semibold">{props.field.label}</legend>
      {error !== undefined && <Note kind="error">{error}</Note>}
      {props.field.hint !== undefined && <p className="text-xs text-ink-muted">{props.field.hint}</p>}
      {days.map(([day, word]) => {
        // The windows of a day have no name besides their place.
        const own = slots
          .flatMap((slot, at) => (slot.day === day ? [{ slot, at }] : []))
          .map((window, index) => ({ ...window, index, key: `${day} ${index}` }));
        return (
          <div key={day} className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
            <span className="flex w-44 flex-none items-center max-lg:w-full">
              <CheckField
                label={word}
                className="flex-1"
                checked={own.length > 0}
                onChange={(event) =>
                  event.target.checked ? add(day) : put(slotsText(slots.filter((slot) => slot.day !== day)))
                }
              />
              {own.length === 1 && (
                <IconButton label={`${word}: agregar otro turno`} icon="plus" onClick={() => add(day)} />
              )}
            </span>
            <div className="grid gap-1.5">
              {own.map(({ slot, at, index, key }) => (
                <div key={key} className="flex flex-wrap items-center gap-2">
                  <Times
                    of={index === 0 ? word : `${word}, turno ${index + 1}`}
                    slot={slot}
                    onChange={(change) => set(at, change)}
                  />
                  {index > 0 && (
                    <IconButton
                      label={`${word}: quitar el turno ${index + 1}`}
                      icon="x"
                      onClick={() => put(slotsText(slots.toSpliced(at, 1)))}
                    />
                  )}
                </div>
              ))}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

interface SpecialDay {
  date: string;
  isClosed: boolean;
  opens: string;
  closes: string;
  reason: string;
}

/** Reads the text of a form, also an incomplete one (`readExceptions`). */
const specialDaysOf = (text: string): SpecialDay[] =>
  text.split('|').flatMap((part) => {
    const found = /^([\d-]*) (?:(cerrado)|([\d:]*)-([\d:]*)) (.*)$/.exec(part);
    if (found === null) return [];
    const [, date = '', closed, opens = '', closes = '', reason = ''] = found;
    return [{ date, isClosed: closed !== undefined, opens, closes, reason }];
  });

const specialDaysText = (all: readonly SpecialDay[]): string =>
  all
    .map(({ date, isClosed, opens, closes, reason }) =>
      [date, isClosed ? 'cerrado' : `${opens}-${closes}`, reason.replaceAll('|', '')].join(' '),
    )
    .join('|');

/** Days on which a store closes or has other hours, each with its reason. The form holds them as one text. */
export function ExceptionsControl(props: ControlProps) {
  const { error, text, put } = useText(
    props,
    'Completa cada día especial: fecha, horas y motivo. Una fecha va una sola vez.',
  );
  const all = specialDaysOf(text);
  // A day has no name while its date is typed.
  const rows = all.map((day, at) => ({ day, at, key: `day ${at}` }));
  const set = (at: number, change: object): void =>
    put(specialDaysText(all.map((day, place) => (place === at ? { ...day, ...change } : day))));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-dense font-semibold">{props.field.label}</legend>
      {error !== undefined && <Note kind="error">{error}</Note>}
      {props.field.hint !== undefined && <p className="text-xs text-ink-muted">{props.field.hint}</p>}
      {rows.map(({ day, at, key }) => (
        <div key={key} className="flex flex-wrap items-end gap-2">
          <TextField
            type="date"
            label={`Día ${at + 1}`}
            value={day.date}
            onChange={(event) => set(at, { date: event.target.value })}
          />
          <SelectField
            label="Ese día"
            value={day.isClosed ? 'cerrado' : 'abre'}
            onChange={(event) =>
              set(
                at,
                event.target.value === 'cerrado' ? { isClosed: true } : { isClosed: false, opens: '', closes: '' },
              )
            }
          >
            <option value="cerrado">No abre</option>
            <option value="abre">Abre de</option>
          </SelectField>
          {!day.isClosed && (
            <span className="flex flex-wrap items-center gap-2">
              <Times of={`Día ${at + 1}`} slot={day} onChange={(change) => set(at, change)} />
            </span>
          )}
          <TextField
            label="Motivo"
            className="min-w-40 flex-1"
            value={day.reason}
            maxLength={60}
            onChange={(event) => set(at, { reason: event.target.value })}
          />
          <IconButton
            label={`Quitar el día ${at + 1}`}
            icon="x"
            onClick={() => put(specialDaysText(all.toSpliced(at, 1)))}
          />
        </div>
      ))}
      <span>
        <Button
          size="small"
          icon="plus"
          onClick={() =>
            put(specialDaysText([...all, { date: '', isClosed: true, opens: '', closes: '', reason: '' }]))
          }
        >
          Agregar día
        </Button>
      </span>
    </fieldset>
  );
}
