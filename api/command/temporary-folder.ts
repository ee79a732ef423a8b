import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Running } from './command.ts'

/** Creates a folder that is removed when the command ends. */
export async function temporaryFolder({ started }: Running, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `portal-${name}-`))
  started({ stop: () => rm(folder, { recursive: true }) })
  return folder
}
