import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP with one file, packed, of `bytes` in truth; `says`: what its directory says that it unpacks to. */
export const zipOf = (name: string, bytes: Uint8Array, says = bytes.length): Buffer => {
  const packed = deflateRawSync(bytes);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(says, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
};
