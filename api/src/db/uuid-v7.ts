import { randomBytes } from 'node:crypto'

/** Returns a UUID of version 7. It begins with the time, so an index on ids keeps rows in the order of time. */
export function uuidV7(time: Date = new Date()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(+time, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return toUuid(bytes)
}

/** Writes 16 bytes as a UUID: `019aaf3c-0000-7000-8000-000000000000`. */
export function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
