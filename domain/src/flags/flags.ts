/**
 * The flags of DEC-158 and their values in a new shop, also used if the flags cannot be read. Points are off: a shop enables a
 * points program only after it has a contract with it (record 0096).
 */
export const defaultFlags = {
  coupons: true,
  pointsMax: false,
  pointsBi: false,
  pointsBac: false,
  pointsCash: false,
  pointsPromerica: false,
  pointsBam: false,
  thirdPartyPoints: false,
  motorcycleAddToCart: false,
  warrantyImmediateRemoval: true,
};

export type Flags = typeof defaultFlags;
/** The values of DEC-158, used by the demo shop: the points of four programs are on. */
export const demoFlags: Flags = { ...defaultFlags, pointsMax: true, pointsBi: true, pointsBac: true, pointsCash: true };

export type FlagName = keyof Flags;

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(defaultFlags, name);

/** Replaces the defaults by stored booleans of known names; ignores everything else. */
export function readFlags(stored: Readonly<Record<string, unknown>>): Flags {
  const flags = { ...defaultFlags };
  for (const [name, value] of Object.entries(stored)) {
    if (isFlagName(name) && typeof value === 'boolean') flags[name] = value;
  }
  return flags;
}
