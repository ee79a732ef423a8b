import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Generates the secrets of a demo once: with other keys its cards and codes could not be decrypted. */
export async function demoSecrets(dataFolder: string): Promise<Record<string, string>> {
  const file = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const stored: Record<string, string> = text ? JSON.parse(text) : {}
  const fresh = {
    // Some changes need two operators.
    ADMIN_TOKEN: ['demo', 'second'].map((name) => `${name}:${randomBytes(24).toString('base64url')}`).join(),
    SERVICE_TOKEN: randomBytes(24).toString('base64url'),
    OTP_PEPPER: randomBytes(32).toString('base64'),
    VAULT_KEY: randomBytes(32).toString('base64'),
    PUSH_VAPID_KEYS: randomBytes(32).toString('base64'),
  }
  const isComplete = Object.keys(fresh).every((name) => name in stored)
  if (isComplete) return stored
  // A portal of an earlier version has stored the others.
  const secrets = { ...fresh, ...stored }
  await writeWhole(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
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
