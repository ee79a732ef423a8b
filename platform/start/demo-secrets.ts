import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Settings that a demo makes up for itself, once: with other keys its cards and codes could not be read any more. */
export async function demoSecrets(dataFolder: string): Promise<Record<string, string>> {
  const file = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (stored) return JSON.parse(stored) as Record<string, string>
  const fresh = {
    SERVICE_TOKEN: randomBytes(24).toString('base64url'),
    OTP_PEPPER: randomBytes(32).toString('base64'),
    VAULT_KEY: randomBytes(32).toString('base64'),
  }
  await writeWhole(file, `${JSON.stringify(fresh, null, 2)}\n`)
  return fresh
}

/** On a full disk nothing is there afterwards, instead of a part. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await writeFile(unfinished, text, { mode: 0o600 })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
