/** DEC-158: names and default values; the defaults also hold when the flags cannot be read. */
export const defaultFlags = {
  coupons: true,
  pointsMax: true,
  pointsBi: true,
  pointsBac: true,
  pointsCash: true,
  pointsPromerica: false,
  pointsBam: false,
  thirdPartyPoints: false,
  motorcycleAddToCart: false,
  warrantyImmediateRemoval: true,
};

export type Flags = typeof defaultFlags;
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
