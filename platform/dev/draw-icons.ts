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
writeFileSync(join(folder, 'favicon.ico'), toIco(await draw(rounded, 32), 32))

function draw(svg: string, size: number): Promise<Buffer> {
  // A pixel of the SVG is 1/72 inch at 72 dpi, so this density draws it in the final size instead of enlarging it.
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  return picture.png({ palette: true, compressionLevel: 9 }).toBuffer()
}

/**
 * Returns the icon that browsers request for documents that name none, such as /robots.txt: a header and one picture.
 */
function toIco(picture: Buffer, size: number): Buffer {
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
