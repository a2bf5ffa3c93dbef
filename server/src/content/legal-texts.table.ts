import { legalTexts } from '@ceiba/contract/desk/entities/legal-texts';
import { legalPages } from '@ceiba/domain/content/legal-pages';
import { readPageFile } from '@ceiba/domain/content/page-file';
import { ok, refuse } from '@ceiba/domain/result';
import { tableOf } from '../platform/entities/entity-table.ts';

const fixed = 'Esta versión ya vale y no cambia: escribe otra.';

const titles = Object.values(legalPages).map(({ path, title }) => `when '${path.slice(1)}' then '${title}'`);

/** Versions of legal texts. Triggers refuse changes of a version in force, and store the versions that each order accepts. */
export const legalTextTable = tableOf(legalTexts, {
  table: 'legal_versions',
  key: { column: 'id', type: 'integer' },
  columns: {
    title: { computed: `case t.page ${titles.join(' ')} else t.page end || ', versión ' || t.number` },
    page: 'page',
    holdsFrom: 'holds_from',
    state: {
      computed: `case when t.holds_from > now() then 'planned'
        when exists (select from legal_versions n where n.page = t.page and n.number > t.number and n.holds_from <= now()) then 'ended'
        else 'current' end`,
    },
    text: 'text',
  },
  constraints: [
    {
      field: 'text',
      constraint: 'legal_versions_number_key',
      text: 'Alguien más escribió una versión a la vez: guarda otra vez.',
    },
    { field: 'text', constraint: 'legal_versions_stays', text: fixed, isCheck: true },
  ],
  rules: [
    {
      field: 'holdsFrom',
      text: 'Elige un momento que no haya pasado.',
      isBroken: ({ is }) => `${is('holdsFrom')} < date_trunc('minute', now())`,
    },
    {
      field: 'holdsFrom',
      text: 'Cada versión vale después de la anterior.',
      isBroken: ({ is, key }) =>
        `exists (select from legal_versions l left join legal_versions own on own.id = ${key} where l.page = ${is('page')} and l.id is distinct from ${key}
           and case when l.number < coalesce(own.number, 2147483647) then l.holds_from >= ${is('holdsFrom')} else l.holds_from <= ${is('holdsFrom')} end)`,
    },
  ],
  before: async (_, { values, before }) => {
    if (before !== undefined && before.state !== 'planned')
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { text: fixed } } });
    const typed = String(values['text'] ?? before?.text ?? '');
    const [braced] = /\{\w[^{}]*\}/.exec(typed) ?? [];
    if (braced !== undefined)
      return refuse({
        code: 'VALIDATION_ERROR',
        metadata: { fields: { text: `Escribe las palabras mismas: ${braced} no se llena.` } },
      });
    const read = readPageFile(typed);
    if (read.ok) return ok(values);
    const { line, text } = read.error;
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { text: `Línea ${line}: ${text}` } } });
  },
});
