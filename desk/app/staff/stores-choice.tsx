import { Button } from '../platform/button.tsx';
import { CheckField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import { useDeskQuery } from '../session/desk-client.ts';

/** "MAX, ZONA10" as codes; nothing: all stores. */
export const readStores = (text: string): string[] | null => (text === '' ? null : text.split(', '));

/** What a form holds of stores: their codes in the order of the alphabet, so that the same choice is the same text. */
export const storesText = (stores: readonly string[] | null): string => [...(stores ?? [])].sort().join(', ');

/** The stores a person is limited to (OFF-09), by their names; the value is a form's text (`storesText`). */
export function StoresChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const read = useDeskQuery('listPlaces', {});
  const places = read.data?.data ?? [];
  const chosen = readStores(value) ?? [];
  const named = new Set(places.map(({ storeCode }) => storeCode));
  const shown = [
    ...places,
    ...chosen.filter((code) => !named.has(code)).map((code) => ({ storeCode: code, name: code })),
  ];
  const toggle = (code: string): void => {
    const next = chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code];
    onChange(storesText(next));
  };
  return (
    <fieldset className="fld">
      <legend className="lab">Tiendas</legend>
      <p className="hint">
        {chosen.length === 0 ? 'Todas. Marca algunas para que vea solo esas.' : 'Solo las marcadas.'}
      </p>
      {read.isError && (
        <Note kind="error" actions={<Button onClick={() => void read.refetch()}>Reintentar</Button>}>
          No pudimos leer las tiendas.
        </Note>
      )}
      <div className="choices many">
        {shown.map(({ storeCode, name }) => (
          <CheckField
            key={storeCode}
            label={name}
            checked={chosen.includes(storeCode)}
            onChange={() => toggle(storeCode)}
          />
        ))}
      </div>
    </fieldset>
  );
}
