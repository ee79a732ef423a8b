// After `npm run snapshots` has taken them: those of screens that are gone go too, the new ones are made a third of their
// size by a palette that is closer than the comparison looks.
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
