/** Reads the codes in a picture: the reader of the browser, or a reader with the same interface. */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

/** The formats on boxes, labels and shelves. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code'] as const;

interface NativeReader {
  new (options: { formats: string[] }): CodeReader;
  getSupportedFormats(): Promise<string[]>;
}

const isNative = (value: unknown): value is NativeReader =>
  typeof value === 'function' && 'getSupportedFormats' in value;

const findNative = async (): Promise<CodeReader | undefined> => {
  const Native: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (!isNative(Native)) return undefined;
  // Some systems have the interface, but support no formats.
  const supported = await Native.getSupportedFormats();
  return supported.includes('ean_13')
    ? new Native({ formats: formats.filter((each) => supported.includes(each)) })
    : undefined;
};

/** The reader of the browser, or else a reader from the desk's files, which loads when the camera opens. */
export const findReader = async (): Promise<CodeReader> => {
  const native = await findNative();
  if (native !== undefined) return native;
  const [{ BarcodeDetector, prepareZXingModule }, { default: program }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? program : prefix + path) },
  });
  return new BarcodeDetector({ formats: [...formats] });
};
