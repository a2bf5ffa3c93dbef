import { type ImportKind, importKinds } from '@ceiba/contract/desk/import-kinds';
import type { TemplateColumn } from '@ceiba/contract/desk/import-templates';
import { useSearchParams } from 'react-router';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { useNames } from '../list/names.ts';
import { DownloadLink } from '../platform/download-link.tsx';
import { SelectField } from '../platform/field.tsx';
import { countedText, countText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { RowList } from '../platform/row-list.tsx';
import { Tag } from '../platform/tag.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { firstKind, importsPath, useImportKinds } from './import-looks.ts';

/** "Plantillas": for each kind of file, its columns, an empty file, and the allowed values of its cells (BULK-10). */
export function Component() {
  const [params, setParams] = useSearchParams();
  const allowed = useImportKinds();
  const asked = params.get('tipo') ?? '';
  const kind = allowed.find((each) => each === asked) ?? firstKind(allowed);
  const category = kind === 'products' ? (params.get('categoria') ?? '') : '';
  return (
    <>
      <PageHead title="Plantillas" path={importsPath} />
      {kind === undefined ? (
        <Note kind="info">Con tus permisos no puedes importar ningún tipo de archivo.</Note>
      ) : (
        <DetailFrame>
          <Card>
            <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
              <SelectField
                label="Qué trae"
                value={kind}
                onChange={({ target }) => setParams({ tipo: target.value }, { replace: true })}
              >
                {allowed.map((each) => (
                  <option key={each} value={each}>
                    {importKinds[each]}
                  </option>
                ))}
              </SelectField>
              {kind === 'products' && (
                <CategoryChoice
                  value={category}
                  onChange={(path) =>
                    setParams(path === '' ? { tipo: kind } : { tipo: kind, categoria: path }, { replace: true })
                  }
                />
              )}
            </div>
          </Card>
          <Template kind={kind} category={category} />
        </DetailFrame>
      )}
    </>
  );
}

function CategoryChoice({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const names = useNames('categoryPath');
  return (
    <SelectField
      label="Categoría"
      hint="Con una categoría, cada una de sus características es una columna."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Cualquiera</option>
      {names.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type Shown = DeskAnswer<'getImportTemplate'>['data'];

function Template({ kind, category }: { kind: ImportKind; category: string }) {
  const query = category === '' ? {} : { category };
  const found = useDeskQuery('getImportTemplate', { params: { kind }, query }, { staleTime: 0 });
  return <Loaded query={found}>{({ data }) => <Guide kind={kind} category={category} shown={data} />}</Loaded>;
}

function Guide({ kind, category, shown }: { kind: ImportKind; category: string; shown: Shown }) {
  const { columns, hasSheet, isPresent } = shown;
  const file = `/v1/admin/import-templates/${kind}`;
  const query = category === '' ? '' : `?category=${encodeURIComponent(category)}`;
  if (!hasSheet)
    return (
      <Card title="Cómo se llaman las fotos">
        <p>
          Sube un ZIP con las fotos. El nombre de cada una es el código de su producto: <code>SKU.jpg</code> la primera,{' '}
          <code>SKU-2.jpg</code> la segunda, <code>SKU-3.jpg</code> la tercera. Valen JPG, PNG, WebP y AVIF.
        </p>
      </Card>
    );
  const isListed = columns.some(({ values, isExtra }) => values !== null && !isExtra);
  return (
    <>
      <Card title="Archivos">
        <p>
          Abre la plantilla en Excel, llena una fila por cada caso y súbela. Deja los encabezados como están: puedes
          quitar las columnas que no uses, y una celda vacía no cambia nada.
        </p>
        <p className="text-ink-soft">
          {isPresent
            ? 'La fila de ejemplo ya existe en la tienda, tal como está ahora. Puedes borrarla.'
            : 'La fila de ejemplo es inventada: bórrala antes de subir el archivo.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <DownloadLink href={`${file}/file${query}`}>Descargar plantilla</DownloadLink>
          {isListed && <DownloadLink href={`${file}/values${query}`}>Valores permitidos</DownloadLink>}
        </div>
      </Card>
      <Card title="Columnas" isBare>
        <RowList aria-label="Columnas">
          {columns.map((column) => (
            <li
              key={column.name}
              aria-label={column.name}
              className="grid grid-cols-[240px_minmax(0,1fr)] gap-x-4 gap-y-1 max-lg:grid-cols-1"
            >
              <ColumnHead column={column} />
              <ColumnGuide column={column} />
            </li>
          ))}
        </RowList>
      </Card>
    </>
  );
}

/** Characters of an example on the page; a description may have thousands. */
const shownLetters = 160;

const neededTexts = { always: 'En cada fila', new: 'Si es nuevo', never: undefined } as const;

function ColumnHead({ column: { name, needed, isExtra } }: { column: TemplateColumn }) {
  const text = isExtra ? 'No viene en la plantilla' : neededTexts[needed];
  return (
    <span className="flex flex-wrap content-start items-center gap-2">
      <strong className="wrap-anywhere">{name}</strong>
      {text !== undefined && <Tag isWarning={needed === 'always'}>{text}</Tag>}
    </span>
  );
}

function ColumnGuide({ column: { about, accepts, isClearable, values, example } }: { column: TemplateColumn }) {
  // "Escribe sí o no" already names the values.
  const isSaid =
    values !== null && values.total > 0 && values.first.every((value) => accepts.split(' ').includes(value));
  return (
    <div className="grid gap-1 wrap-anywhere">
      <span>{about}</span>
      <span className="text-ink-soft">
        Escribe {accepts}.{isClearable && ' [borrar] la deja vacía.'}
      </span>
      {values !== null && !isSaid && <Values values={values} />}
      {example !== '' && (
        <span className="text-ink-muted">
          Ejemplo: {example.length > shownLetters ? `${example.slice(0, shownLetters)}…` : example}
        </span>
      )}
    </div>
  );
}

function Values({ values: { total, first } }: { values: NonNullable<TemplateColumn['values']> }) {
  if (total === 0) return <span className="text-on-danger-soft">Todavía no hay ninguno: créalo antes.</span>;
  const more = total - first.length;
  const text = `${first.join(' · ')}${more > 0 ? ` y ${countText(more)} más` : ''}`;
  if (total <= 12) return <span>{text}</span>;
  return (
    <details>
      <summary className="cursor-pointer text-primary max-lg:py-2.5">{countedText(total, 'valor', 'valores')}</summary>
      <span>{text}</span>
    </details>
  );
}
