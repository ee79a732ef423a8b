import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from './migrate.ts'

/** Migrates an empty database to the version before a migration, `0054`: as a portal left it that had none of the later ones. */
export async function migrateBefore(url: string, migration: string): Promise<void> {
  const all = new URL('../../migrations/', import.meta.url)
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  const older = (await readdir(all)).filter((name) => name < migration)
  for (const name of older) await copyFile(new URL(name, all), join(folder, name))
  await migrate(url, { folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
}
