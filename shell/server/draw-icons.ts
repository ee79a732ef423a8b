import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@portal/shared/command/command'
import sharp from 'sharp'

const folder = join(import.meta.dirname, 'public')
const rounded = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** The system cuts it to its own shape; the letter stays inside the circle that no shape cuts. */
const square = rounded.replace(' rx="8"', '')

const icons = [
  { file: 'icon-192.png', svg: rounded, size: 192 },
  { file: 'icon-512.png', svg: rounded, size: 512 },
  { file: 'icon-maskable-192.png', svg: square, size: 192 },
  { file: 'icon-maskable-512.png', svg: square, size: 512 },
  { file: 'apple-touch-icon.png', svg: square, size: 180 },
]

const command = {
  name: 'icons',
  about: 'Draws favicon.svg as the installed app needs it. What it draws is committed.',
}

await runCommand(command, async () => {
  for (const { file, svg, size } of icons) {
    // Drawn at that size, not enlarged: a unit of the picture is 72 dots at 72 per inch.
    const picture = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
    await picture.png({ palette: true, compressionLevel: 9 }).toFile(join(folder, file))
  }
})
