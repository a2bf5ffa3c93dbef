import { isSettingName, type SettingValue, settingValue } from '@ceiba/contract/desk/setting-fields';
import { isPolicyField, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Change } from '../platform/audit/record-change.ts';

/** All settings together are one entity of the audit. */
export const settingsEntity = { entity: 'settings', entityId: 'shop' } as const;

const valueIn = (policy: ShopPolicy, name: string): SettingValue => {
  if (isSettingName(name)) return settingValue(policy, name);
  return isPolicyField(name) ? String(policy[name] ?? '') : '';
};

/** Returns the audit's change of these fields. It is the same for a call and a command (OFF-28). Null if no value has changed. */
export function settingsChange(
  { before, after }: { before: ShopPolicy; after: ShopPolicy },
  names: readonly string[],
): Change | null {
  const changed = names.filter((name) => valueIn(before, name) !== valueIn(after, name));
  if (changed.length === 0) return null;
  const part = (policy: ShopPolicy) => Object.fromEntries(changed.map((name) => [name, valueIn(policy, name)]));
  return { ...settingsEntity, before: part(before), after: part(after) };
}
