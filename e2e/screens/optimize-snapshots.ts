// Runs after `npm run snapshots`. It deletes the snapshots of screens that no longer exist, and reduces new ones to a
// third of their size by a palette whose error is below the threshold of the comparison.
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { screens } from './table.ts'

const root = join(import.meta.dirname, '../snapshots')
const names = new Set(screens.map(({ name }) => name))

for await (const file of glob('**/*.png', { cwd: root })) {
  const path = join(root, file)
  if (!names.has(basename(file, '.png'))) {
    await rm(path)
    continue
  }
  const picture = sharp(await readFile(path))
  if ((await picture.metadata()).isPalette) continue
  await writeFile(path, await picture.png({ palette: true, effort: 10, dither: 0 }).toBuffer())
}
