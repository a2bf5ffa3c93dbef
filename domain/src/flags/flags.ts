/**
 * The flags of DEC-158, and their values in a new shop or if the flags cannot be read. Points are off. A shop enables a
 * points program after it has signed a contract for it (record 0096).
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
/** The values of DEC-158 for the demo shop. The points of four programs are on. */
export const demoFlags: Flags = { ...defaultFlags, pointsMax: true, pointsBi: true, pointsBac: true, pointsCash: true };

export type FlagName = keyof Flags;

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(defaultFlags, name);

/** Replaces the defaults with stored booleans of known names. Ignores everything else. */
export function readFlags(stored: Readonly<Record<string, unknown>>): Flags {
  const flags = { ...defaultFlags };
  for (const [name, value] of Object.entries(stored)) {
    if (isFlagName(name) && typeof value === 'boolean') flags[name] = value;
  }
  return flags;
}
