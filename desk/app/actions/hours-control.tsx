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

/** One opening of a day, from when to when, as typed. A time that is not typed yet is ''. */
interface Opening {
  day: string;
  opens: string;
  closes: string;
}

/** Reads the text of the hours. Unlike `readHours`, it also accepts incomplete text. */
const openingsOf = (text: string): Opening[] =>
  text.split('|').flatMap((part) => {
    const [, words = '', opens = '', closes = ''] = /^ *([a-z,]+) +([\d:]*)-([\d:]*) *$/.exec(part) ?? [];
    return words === '' ? [] : words.split(',').map((day) => ({ day, opens, closes }));
  });

/** Writes openings as text. Days with the same times share a part: `lun,mar 09:00-18:00`. */
const openingsText = (openings: readonly Opening[]): string => {
  const parts = new Map<string, string[]>();
  for (const [day] of days)
    for (const { opens, closes } of openings.filter((opening) => opening.day === day)) {
      const times = `${opens}-${closes}`;
      parts.set(times, [...(parts.get(times) ?? []), day]);
    }
  return [...parts].map(([times, named]) => `${named.join(',')} ${times}`).join('|');
};

/** The browser's time field cannot show 24:00. An end at midnight shows as 00:00. */
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

function Times({
  of,
  opening,
  onChange,
}: {
  of: string;
  opening: Omit<Opening, 'day'>;
  onChange: (opening: object) => void;
}) {
  return (
    <>
      <TextField
        type="time"
        label={`${of}: abre`}
        isLabelHidden
        value={opening.opens}
        onChange={(event) => onChange({ opens: event.target.value })}
      />
      <span aria-hidden="true">a</span>
      <TextField
        type="time"
        label={`${of}: cierra`}
        isLabelHidden
        value={shownEnd(opening.closes)}
        onChange={(event) => onChange({ closes: storedEnd(event.target.value) })}
      />
    </>
  );
}

/** The hours of a week: whether the store opens on each day, and from when to when. The form stores them as one text. */
export function HoursControl(props: ControlProps) {
  const { error, text, put } = useText(
    props,
    'Completa el horario: cada día abierto lleva dos horas, la primera antes que la segunda.',
  );
  const openings = openingsOf(text);
  const set = (at: number, change: object): void =>
    put(openingsText(openings.map((opening, place) => (place === at ? { ...opening, ...change } : opening))));
  const add = (day: string): void => {
    const last = openings.findLast((opening) => opening.day === day);
    const fresh = last === undefined ? { opens: '09:00', closes: '18:00' } : { opens: last.closes, closes: '' };
    put(openingsText([...openings, { day, ...fresh }]));
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-dense font-semibold">{props.field.label}</legend>
      {error !== undefined && <Note kind="error">{error}</Note>}
      {props.field.hint !== undefined && <p className="text-xs text-ink-muted">{props.field.hint}</p>}
      {days.map(([day, dayName]) => {
        // An opening has no identity, so its position in the day is its key.
        const own = openings
          .flatMap((opening, at) => (opening.day === day ? [{ opening, at }] : []))
          .map((found, index) => ({ ...found, index, key: `${day} ${index}` }));
        return (
          <div key={day} className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
            <span className="flex w-44 flex-none items-center max-lg:w-full">
              <CheckField
                label={dayName}
                className="flex-1"
                checked={own.length > 0}
                onChange={(event) =>
                  event.target.checked ? add(day) : put(openingsText(openings.filter((opening) => opening.day !== day)))
                }
              />
              {own.length === 1 && (
                <IconButton label={`${dayName}: agregar otro turno`} icon="plus" onClick={() => add(day)} />
              )}
            </span>
            <div className="grid gap-1.5">
              {own.map(({ opening, at, index, key }) => (
                <div key={key} className="flex flex-wrap items-center gap-2">
                  <Times
                    of={index === 0 ? dayName : `${dayName}, turno ${index + 1}`}
                    opening={opening}
                    onChange={(change) => set(at, change)}
                  />
                  {index > 0 && (
                    <IconButton
                      label={`${dayName}: quitar el turno ${index + 1}`}
                      icon="x"
                      onClick={() => put(openingsText(openings.toSpliced(at, 1)))}
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

/** Reads the text of the special days. Unlike `readExceptions`, it also accepts incomplete text. */
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

/** Days on which a store closes or has other hours, each with its reason. The form stores them as one text. */
export function ExceptionsControl(props: ControlProps) {
  const { error, text, put } = useText(
    props,
    'Completa cada día especial: fecha, horas y motivo. Una fecha va una sola vez.',
  );
  const all = specialDaysOf(text);
  // A day has no identity while its date is typed, so its position is its key.
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
              <Times of={`Día ${at + 1}`} opening={day} onChange={(change) => set(at, change)} />
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
