import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

// `npm run generate -- icons` draws favicon.svg as the installed app needs it. What it draws is committed.

const folder = join(import.meta.dirname, '../server/public')
const rounded = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** The system clips the icon to its own shape; the letter is inside the circle that no shape clips. */
const square = rounded.replace(' rx="8"', '')

const icons = [
  { file: 'icon-192.png', svg: rounded, size: 192 },
  { file: 'icon-512.png', svg: rounded, size: 512 },
  { file: 'icon-maskable-192.png', svg: square, size: 192 },
  { file: 'icon-maskable-512.png', svg: square, size: 512 },
  { file: 'apple-touch-icon.png', svg: square, size: 180 },
]

for (const { file, svg, size } of icons) writeFileSync(join(folder, file), await draw(svg, size))
writeFileSync(join(folder, 'favicon.ico'), icoOf(await draw(rounded, 32), 32))

function draw(svg: string, size: number): Promise<Buffer> {
  // The density makes it render at that size instead of being enlarged: a unit of the picture is 72 dots at 72 per inch.
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  return picture.png({ palette: true, compressionLevel: 9 }).toBuffer()
}

/** What a browser requests for an address that names no icon, such as /robots.txt or a photo: a header and one picture. */
function icoOf(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}
