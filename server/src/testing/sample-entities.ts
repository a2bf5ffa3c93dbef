import { randomUUID } from 'node:crypto';
import {
  type AnyRow,
  type EntityDeclaration,
  type EntityField,
  fieldsWhere,
  isEditable,
  isSpare,
  isTyped,
} from '@ceiba/contract/desk/entity';
import type { FieldValue } from '@ceiba/contract/desk/fields';
import type { TestDesk } from './test-desk.ts';

/** Letters that no other sample has. */
const freshWord = (): string => randomUUID().slice(0, 8);

const dayMs = 86_400_000;

/** A value that the field takes, another for each `turn`. */
export function sampleValue(field: EntityField, turn: number): FieldValue {
  switch (field.kind) {
    case 'text': {
      // The third would be a formula of a spreadsheet.
      const start = field.form === undefined ? (turn === 2 ? '=Prueba ' : 'Prueba ') : 'p';
      const word = `${start}${freshWord()}`.slice(0, field.max);
      return field.isUpper ? word.toUpperCase() : word;
    }
    case 'whole':
      return Math.min(field.max, field.min + 1 + turn);
    case 'money':
      return (field.min ?? 0) + 10.5 + turn;
    case 'percent':
      return 5.5 + turn;
    case 'day':
      return new Date(Date.now() + (3 + turn) * dayMs).toISOString().slice(0, 10);
    case 'moment':
      return new Date(Date.now() + (3 + turn) * dayMs).toISOString();
    case 'flag':
      return turn % 2 === 0;
    case 'choice':
      return Object.keys(field.values)[turn % Object.keys(field.values).length] ?? '';
    case 'texts':
      return [freshWord().slice(0, field.max)];
  }
}

/**
 * The values of a new row: its required fields, and its choices. From the second `turn` on all fields are filled in, but
 * for those that exclude each other.
 */
const newOf = (entity: EntityDeclaration, turn = 0): Record<string, FieldValue> => ({
  ...Object.fromEntries(
    fieldsWhere(entity, (field) => isTyped(field) && (isFew(field) || !isSpare(field) || turn > 0)).map(
      ([name, field]) => [name, sampleValue(field, turn)],
    ),
  ),
  ...samplesOf[entity.name],
});

const isFew = ({ kind }: EntityField): boolean => kind === 'choice' || kind === 'flag';

/** Values that a rule over several fields wants. */
const samplesOf: Readonly<Record<string, Record<string, FieldValue>>> = {
  coupons: { percent: 10, amount: null },
};

/** A change of one field that may change: the first that is a text, else the first. */
export function changeOf(entity: EntityDeclaration): Record<string, FieldValue> {
  const editable = fieldsWhere(entity, isEditable);
  const found = editable.find(([, { kind }]) => kind === 'text') ?? editable[0];
  if (found === undefined) throw new Error(`no field of ${entity.name} may change`);
  const [name, field] = found;
  return { [name]: sampleValue(field, 1) };
}

/** Another one, by the entity's own call. */
export async function createEntity(
  desk: TestDesk,
  entity: EntityDeclaration,
  turn = 0,
): Promise<{ row: AnyRow; key: string }> {
  const answer = await desk.send('POST', `/v1/admin/${entity.name}`, { body: newOf(entity, turn) });
  if (answer.statusCode !== 201) throw new Error(`${entity.name}: ${answer.payload}`);
  const row = answer.json<{ data: AnyRow }>().data;
  return { row, key: String(row[entity.key]) };
}
