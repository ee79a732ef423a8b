import { readFile, stat } from 'node:fs/promises'
import { readPortalSettings, readSettings, SettingsError } from '@portal/api/settings/settings'
import { requiredForReleases } from '../releases/release-settings.ts'
import { type Check, type Examined, type Finding, runCheck, type Variables } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { api, proxy, releases } from './server-checks.ts'
import { addresses, metrics, settingChecks } from './setting-checks.ts'

type Problems = ReadonlyMap<string, string>

/**
 * Checks the settings of a process and what they name. As at the start of a process, those with API_URL are of a portal
 * server, and others are of an API or of both in one process. Findings have no secret.
 */
export async function* diagnose(env: Variables): AsyncGenerator<Finding> {
  if (env.NODE_ENV === 'development') {
    yield { level: 'note', subject: 'NODE_ENV', text: 'development: a demo, whose codes any visitor can read' }
    return
  }
  const { settings, problems } = read(env)
  const checks = checksFor(env)
  const others = [...problems].filter(([name]) => !checks.some(({ names }) => names.test(name)))
  for (const [name, problem] of others)
    yield { level: 'WRONG', subject: 'Settings', text: `${name}: ${problem} → docs/settings.md` }
  for (const check of checks) yield await runCheck(check, { env, settings }, problems)
}

function checksFor({ API_URL, RELEASES }: Variables): readonly Check[] {
  if (API_URL) return [addresses, metrics, releases, api]
  return [...settingChecks, ...databaseChecks, ...(RELEASES ? [releases] : []), proxy]
}

function read(env: Variables): { settings: Examined['settings']; problems: Problems } {
  try {
    const required = requiredForReleases(env)
    const settings = env.API_URL ? void readPortalSettings(env, required) : readSettings(env, required)
    return { settings, problems: new Map() }
  } catch (error) {
    if (error instanceof SettingsError) return { settings: undefined, problems: error.problems }
    throw error
  }
}

/** Reads the lines `NAME=value` as systemd and podman do, and checks the file itself. */
export async function readEnvFile(path: string): Promise<{ env: Variables; finding: Finding }> {
  const text = await readFile(path, 'utf8')
  const lines = [...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value.trim()])
  const env: Variables = { NODE_ENV: 'production', ...Object.fromEntries(lines.filter(([, value]) => value)) }
  const file: Check = {
    subject: 'File',
    names: /^$/,
    async examine() {
      const { mode } = await stat(path)
      if (mode & 0o077) throw new Error(`others can read its secrets → chmod 600 ${path}`)
      const [quoted] = Object.entries(env).find(([, value]) => /^["']/.test(value)) ?? []
      if (quoted) throw new Error(`${quoted} has quotes, which podman takes for a part of the value → remove them`)
      return 'only its owner can read it'
    },
  }
  return { env, finding: await runCheck(file, { env, settings: undefined }, new Map()) }
}
