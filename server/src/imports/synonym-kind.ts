import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { synonyms } from '@ceiba/contract/desk/entities/synonyms';
import { ok } from '@ceiba/domain/result';
import { synonymTable } from '../search/synonyms.table.ts';
import { auditedKind } from './audited-kind.ts';
import { type Column, given, type Kind, textColumn, yesNoColumn } from './import-kind.ts';
import { tableKind } from './table-kind.ts';

const { fields } = synonyms;

/** Makes a column of phrases. A cell is read as the database stores it: `tele,  tv` is `tele, tv`. */
const phrases = (column: Column): Column => ({
  ...column,
  accepts: `${column.accepts}, con comas entre las palabras`,
  read: (text, format) => {
    const read = column.read(text, format);
    if (!read.ok) return read;
    const split = String(read.value).split(',');
    return ok(
      split
        .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
        .filter((phrase) => phrase !== '')
        .join(', '),
    );
  },
});

const repeats = (cell: string): string =>
  `cardinality(search_phrases(${cell})) < cardinality(string_to_array(${cell}, ', '))`;

/** SQL of the words of row `r` after it was written. */
const newWords = `coalesce(m.is ->> 'nuevas_palabras', r.key[1])`;

/** SQL of the group with these words. The desk may have several; a file changes the oldest. */
const groupOf = (words: string): string =>
  `(select min(k.meaning) from search_synonym_groups k where k.words = ${words})`;

const typed: Readonly<Record<string, string>> = {
  words: newWords,
  meant: `coalesce(m.is ->> 'significan', '')`,
  isQuality: `coalesce((m.is ->> 'cualidad')::boolean, false)`,
};

const rows = tableKind({
  name: 'synonyms',
  one: 'synonym',
  table: 'search_synonym_groups',
  key: ['palabras'],
  match: `t.meaning = coalesce(${groupOf('r.key[1]')}, ${groupOf(given('nuevas_palabras'))})`,
  order: 't.meaning',
  isExported: `t.words <> '' and t.meaning = ${groupOf('t.words')}`,
  columns: [
    phrases(
      textColumn('palabras', 't.words', fields.words.max, {
        about: 'Las palabras o frases del grupo: quien busca una encuentra lo que dicen las otras.',
        example: 'televisor de prueba, tele de prueba',
        isRequired: true,
        column: 'words',
        currentValueSql: 'r.key[1]',
      }),
    ),
    phrases(
      textColumn('nuevas_palabras', 'null', fields.words.max, {
        about: 'Las palabras nuevas, para cambiarlas. La columna «palabras» dice las actuales.',
        isChange: true,
        currentValueSql: `case when t.words = ${given('nuevas_palabras')} then t.words end`,
        column: 'words',
      }),
    ),
    phrases(
      textColumn('significan', `nullif(t.meant, '')`, fields.meant.max, {
        about: 'Lo que esas palabras encuentran además, pero no al revés.',
        isClearable: true,
        column: 'meant',
        otherwise: `''`,
      }),
    ),
    yesNoColumn('cualidad', 't.is_quality', {
      about: 'Si son una cualidad, como un color. Vacío en uno nuevo: no, son algo que se busca.',
      example: 'no',
      column: 'is_quality',
      otherwise: 'false',
    }),
  ],
  checks: [
    ...synonymTable.rules.map(({ text, isBroken }) => ({
      column: 'palabras',
      code: 'INVALID_VALUE',
      text,
      isBroken: `m.was is distinct from m.is and (${isBroken({ is: (name) => typed[name] ?? 'null', was: () => 'null', key: '0' })})`,
    })),
    ...['palabras', 'nuevas_palabras', 'significan'].map((column) => ({
      column,
      code: 'DUPLICATE',
      text: 'Una palabra está dos veces en la celda.',
      isBroken: repeats(given(column)),
    })),
    {
      column: 'palabras',
      code: 'UNKNOWN_REFERENCE',
      text: 'No hay un grupo con esas palabras que cambiar.',
      isBroken: `m.was is null and ${given('nuevas_palabras')} is not null`,
    },
    {
      column: 'nuevas_palabras',
      code: 'TAKEN',
      text: 'Otro grupo tiene esas palabras.',
      isBroken: `m.was ->> 'nuevas_palabras' is null and ${groupOf(given('nuevas_palabras'))} is not null`,
    },
  ],
  uniques: [{ column: 'palabras', value: newWords }],
});

const audited: Kind = auditedKind(rows, {
  entity: synonyms.name,
  calls: changingCallsOf(synonyms),
  id: `${groupOf(`coalesce(${given('nuevas_palabras')}, r.key[1])`)}::text`,
  fields: [
    { name: 'words', heading: 'palabras' },
    {
      name: 'words',
      heading: 'nuevas_palabras',
      valueIn: (source) => (source === 'r.before' ? 'to_jsonb(r.key[1])' : `${source} -> 'nuevas_palabras'`),
    },
    { name: 'meant', heading: 'significan', valueIn: (source) => `to_jsonb(coalesce(${source} ->> 'significan', ''))` },
    { name: 'isQuality', heading: 'cualidad' },
  ],
});

/** Groups of synonyms by their words (PROD-17). `nuevas_palabras` changes the words of a group. */
export const synonymKind: Kind = {
  ...audited,
  isRechecked: true,
  // The words have no unique index. Without this lock two files could add one group twice.
  lock: [
    'select pg_advisory_xact_lock(4232006) where $1::uuid is not null and $2::integer <= $3::integer',
    ...[audited.lock ?? []].flat(),
  ],
};
