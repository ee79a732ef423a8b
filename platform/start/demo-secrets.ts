import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Generates the secrets of a demo once: with other keys its cards and codes could not be decrypted. */
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

/** Writes atomically, so that a full disk leaves no partial file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await writeFile(unfinished, text, { mode: 0o600 })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
