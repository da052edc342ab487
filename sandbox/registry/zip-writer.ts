import { closeSync, openSync, writeSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";

/** Bytes compressed at a time. A raw deflate stream may consist of pieces that are each flushed to a byte boundary. */
const PIECE = 4 * 1024 * 1024;
const Z_FULL_FLUSH = 3;

/** Writes a ZIP of one file, piece by piece, with its sizes after the data as the official ZIPs have them. */
export function createZip(path: string, name: string) {
  const file = openSync(path, "w");
  const nameBytes = Buffer.from(name, "latin1");
  let offset = 0;
  let crc = 0;
  let size = 0;
  let pending: Buffer[] = [];
  let pendingLength = 0;

  const write = (bytes: Uint8Array) => {
    writeSync(file, bytes);
    offset += bytes.length;
  };
  const flush = () => {
    const piece = Buffer.concat(pending);
    pending = [];
    pendingLength = 0;
    crc = crc32(piece, crc);
    size += piece.length;
    write(deflateRawSync(piece, { level: 1, finishFlush: Z_FULL_FLUSH }));
  };

  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  writeCommon(local, 4);
  local.writeUInt16LE(nameBytes.length, 26);
  write(local);
  write(nameBytes);
  const dataStart = offset;

  return {
    add(bytes: Buffer) {
      pending.push(bytes);
      pendingLength += bytes.length;
      if (pendingLength >= PIECE) flush();
    },

    /** Returns the size of the file inside. */
    end(): number {
      flush();
      write(Buffer.from([0x03, 0x00])); // An empty last block.
      const compressed = offset - dataStart;
      const descriptor = Buffer.alloc(16);
      descriptor.writeUInt32LE(0x08074b50, 0);
      writeSizes(descriptor, 4, crc, compressed, size);
      write(descriptor);
      const central = Buffer.alloc(46);
      central.writeUInt32LE(0x02014b50, 0);
      central.writeUInt16LE(20, 4);
      writeCommon(central, 6);
      writeSizes(central, 16, crc, compressed, size);
      central.writeUInt16LE(nameBytes.length, 28);
      const centralStart = offset;
      write(central);
      write(nameBytes);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(1, 8);
      end.writeUInt16LE(1, 10);
      end.writeUInt32LE(offset - centralStart, 12);
      end.writeUInt32LE(centralStart, 16);
      write(end);
      closeSync(file);
      return size;
    },
  };
}

/** Version 2.0, sizes in a descriptor after the data, deflate, a fixed date: the same seed gives the same bytes. */
function writeCommon(header: Buffer, at: number) {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(0x0008, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(0x5c6e, at + 8);
}

function writeSizes(header: Buffer, at: number, crc: number, compressed: number, size: number) {
  header.writeUInt32LE(crc, at);
  header.writeUInt32LE(compressed, at + 4);
  header.writeUInt32LE(size, at + 8);
}
