import { crc32, deflateRawSync } from 'node:zlib';

interface ZipEntry {
  name: string;
  bytes: Uint8Array;
  /** The unpacked size in the directory of the ZIP. */
  says?: number;
}

/** Packs files into a ZIP. */
export const zipOfFiles = (files: readonly ZipEntry[]): Buffer => {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, says = bytes.length } of files) {
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // Flag: names are UTF-8.
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(says, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    at += local.length;
    locals.push(local);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
};

/** Packs one file into a ZIP. `says`: the unpacked size in its directory. */
export const zipOf = (name: string, bytes: Uint8Array, says = bytes.length): Buffer =>
  zipOfFiles([{ name, bytes, says }]);
