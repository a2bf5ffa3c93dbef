/**
 * Names of DEC-158 and the values a shop begins with; they also hold when the flags cannot be read. Points are off: a shop
 * names a program only after it has a contract with that program (record 0096).
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
/** The values of DEC-158, which the demo shop has: points of four programs are on. */
export const demoFlags: Flags = { ...defaultFlags, pointsMax: true, pointsBi: true, pointsBac: true, pointsCash: true };

export type FlagName = keyof Flags;

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(defaultFlags, name);

/** Known names with a boolean replace the defaults; everything else is ignored. */
export function readFlags(stored: Readonly<Record<string, unknown>>): Flags {
  const flags = { ...defaultFlags };
  for (const [name, value] of Object.entries(stored)) {
    if (isFlagName(name) && typeof value === 'boolean') flags[name] = value;
  }
  return flags;
}
