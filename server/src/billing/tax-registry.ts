/** `invalid`: the registry itself finds the number malformed. */
export type TaxpayerLookUp =
  | { kind: 'found'; name: string }
  | { kind: 'unknown' }
  | { kind: 'invalid' }
  | { kind: 'unavailable' };

/** Who a NIT or DPI belongs to (DEC-109). Never throws for what a network can do. */
export interface TaxRegistry {
  /** `identifier` as the domain normalises it. */
  lookUp(type: 'nit' | 'dpi', identifier: string): Promise<TaxpayerLookUp>;
}
