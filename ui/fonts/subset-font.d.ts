declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2' | 'sfnt';
    /** A number fixes the axis at that value. */
    variationAxes: Record<string, number | { min: number; max: number }>;
    /** OpenType features to keep in the font. */
    keepFeatures: string[];
    noHinting: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
