export interface Finish {
  hi: string;
  base: string;
  lo: string;
  edge: string;
}

/** The input of a drawing function: the finish, the accent light, and the caller's own choices. */
export interface DrawOptions {
  brand: string;
  accent: string;
  f: Finish;
  pal: number;
  view?: string;
  variant?: string;
}

type Stops = readonly (readonly [offset: number, colour: string, opacity?: number])[];

/** SVG builder: paints (`lg`, `rg`, `mesh`) return a `url(#…)`, shapes return text, `add` appends text. */
export class S {
  constructor(seed: string);
  /** The next number of the seed's sequence, 0 to 1. */
  r: () => number;
  lg(stops: Stops, x1?: number, y1?: number, x2?: number, y2?: number): string;
  rg(stops: Stops, cx?: number, cy?: number, r?: number, fx?: number, fy?: number): string;
  clip(shape: string): string;
  mesh(colour: string, step?: number, radius?: number, background?: string): string;
  add(...parts: string[]): this;
  pick<T>(list: readonly T[]): T;
  range(from: number, to: number): number;
  metal(finish: Finish, direction?: 'v' | 'h'): string;
  panel(finish: Finish): string;
  shadow(cx: number, cy: number, rx: number, ry?: number, opacity?: number): this;
  rect(x: number, y: number, w: number, h: number, rx: number, fill: string, extra?: string): string;
  glare(x: number, y: number, w: number, h: number, rx: number, opacity?: number, share?: number): string;
  brand(
    text: string,
    x: number,
    y: number,
    size?: number,
    colour?: string,
    opacity?: number,
    anchor?: string,
    spacing?: number,
  ): string;
  out(label: string): string;
}

export function box(
  s: S,
  shape: {
    x: number;
    y: number;
    w: number;
    h: number;
    d?: number;
    k?: number;
    ks?: number;
    f: Finish;
    r?: number;
    top?: boolean;
  },
): { front: (inner: string) => S; jx: number; jy: number; bottom: number };

export function scene(
  s: S,
  x: number,
  y: number,
  w: number,
  h: number,
  rx: number,
  kind?: string | null,
  pal?: number,
): string;

export function finishOf(name: string): Finish;
export const KINDS: readonly string[];

export interface Drawing {
  kind: string;
  finish?: string | undefined;
  accent?: string;
  view?: string;
  /** Details of the kind: the fields that its drawing function reads. */
  [detail: string]: unknown;
}

export interface ProductDrawing extends Drawing {
  /** The same seed gives the same picture. The sku is the natural choice. */
  seed: string;
  brand?: string;
}

export function renderProduct(product: ProductDrawing): string;
export function addKind(kind: string, label: string, draw: (s: S, o: DrawOptions) => void): void;
export function fingerprint(svg: string): number;
