import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Settings that a demo makes up for itself, once: with other keys its cards and codes could not be read any more. */
export async function demoSecrets(dataFolder: string): Promise<Record<string, string>> {
  const file = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const fresh = {
    SERVICE_TOKEN: randomBytes(24).toString('base64url'),
    OTP_PEPPER: randomBytes(32).toString('base64'),
    VAULT_KEY: randomBytes(32).toString('base64'),
  }
  try {
    await writeFile(file, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  }
}
