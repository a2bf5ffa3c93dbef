import { isIdentityField } from '@ceiba/domain/policies/identity-table';
import { expectedOf, readablePolicy, readPolicy, shownValue } from '@ceiba/domain/policies/policy-fields';
import type { PolicyRefusal } from '@ceiba/domain/policies/policy-rules';
import { defaultShopPolicy, policyFields } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { typedWord } from '../platform/operations/typed-words.ts';
import { changePolicy, getStoredPolicy } from './policies.store.ts';
import { settingsChange, settingsEntity } from './settings-audit.ts';

const explain = (refusal: PolicyRefusal): string =>
  refusal.code === 'unknown_field'
    ? `There is no field ${refusal.field}. "policy show" lists them all.`
    : `${refusal.field} takes ${refusal.expected}.`;

const unusable = (fault: PolicyRefusal): string =>
  `No process follows: the policy in table shop_policy cannot be used. ${explain(fault)} "policy set ${fault.field} default" mends it.`;

/** Shows the policy. Returns false if the stored policy cannot be used, and then shows the readable fields. */
const show = async ({ db, answer, refuse }: DatabaseCall): Promise<boolean> => {
  const stored = await getStoredPolicy(db.write);
  const policy = readablePolicy(stored);
  const fields = policyFields
    .filter((field) => !isIdentityField(field))
    .map((field) => {
      const [value, standard] = [shownValue(policy, field), shownValue(defaultShopPolicy, field)];
      return { field, value, standard, takes: expectedOf(field) };
    });
  const lines = fields.map(({ field, value, standard, takes }) => {
    const mark = value === standard ? '' : `   (default ${standard})`;
    return `${field.padEnd(30)}${value}${mark}\n    ${takes}`;
  });
  answer(fields, lines);
  const read = readPolicy(stored);
  return read.ok || refuse(unusable(read.error));
};

const set = async (
  { db, now, say, reportChange, refuse }: DatabaseCall,
  field: string,
  value: string,
): Promise<boolean> => {
  if (isIdentityField(field)) return refuse('Nothing was changed: who the shop is is set by "ceiba shop set".');
  const changed = await changePolicy(db, { field, value }, now);
  if (!changed.ok) return refuse(`Nothing was changed: ${explain(changed.error)}`);
  const known = policyFields.find((name) => name === field);
  if (known === undefined) return false;
  const { before, policy, fault } = changed.value;
  const audited = settingsChange({ before, after: policy }, [field]);
  if (audited !== null) reportChange(audited);
  say(`${field} is now ${shownValue(policy, known)}${fault === null ? '; every process follows at once.' : '.'}`);
  return fault === null || refuse(unusable(fault));
};

/** Commands for every value of the shop's policy. */
export const policyCommands: readonly Command[] = [
  databaseCommand({
    usage: 'policy show',
    changes: null,
    summary: 'lists every field with its value and the accepted values',
    canJson: true,
    takes: {},
    run: show,
  }),
  databaseCommand({
    usage: 'policy set <field> <value...>',
    changes: { entity: settingsEntity.entity, id: () => settingsEntity.entityId, calls: ['changeSettings'] },
    summary: 'changes one field. "default" restores the requirements\' value',
    canDryRun: true,
    takes: { field: typedWord, value: z.array(z.string()).min(1) },
    run: (call, { field, value }) => set(call, field, value.join(' ')),
  }),
];
