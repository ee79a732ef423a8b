import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The settings by which tests get users and tips at a portal, and choose what they test there. */
export const targetSettings = {
  E2E_ACCOUNTS: 'users who exist already: a file with [{ "phone": "+7…", "password": "…" }], or this text itself',
  E2E_ADMIN_TOKEN:
    'an operator’s token: each test creates its restaurants and users by it; olga:…,ivan:… of two for tests with a default employee',
  E2E_MESSAGES:
    'with it, where the codes arrive: an address that takes ?phone= and returns [{ "text": "…" }], newest first; /demo/sms.json',
  E2E_SERVICE_TOKEN: 'books tips; tests that need some are skipped without it',
  E2E_RELEASE: 'a release that this browser must get, live, a canary or a preview: mfe-tips@3f2a91c04be7',
  E2E_SKIP: '`no`: a test that lacks an account or a token fails instead of being skipped',
} as const

/** Where the codes of a demo portal arrive. */
export const defaultMessages = '/demo/sms.json'

export type Account = { phone: string; password: string }

export type Target = {
  accounts: readonly Account[] | undefined
  operator: { tokens: readonly string[]; messages: string } | undefined
  serviceToken: string | undefined
  release: { name: string; version: string } | undefined
  /** Whether to skip a test that the portal has no means for. */
  canSkip: boolean
}

type Variables = Record<string, string | undefined>

/** Reads how the portal at `origin` is tested. @throws Error that says what is missing or wrong */
export function readTarget(origin: string, env: Variables): Target {
  const { E2E_ACCOUNTS, E2E_ADMIN_TOKEN, E2E_MESSAGES, E2E_SERVICE_TOKEN, E2E_RELEASE, E2E_SKIP } = env
  if (!URL.canParse(origin)) throw new Error(`${origin} is no address of a portal, such as https://tips.example`)
  if ((E2E_ACCOUNTS || E2E_ADMIN_TOKEN || E2E_SERVICE_TOKEN) && !isPrivate(new URL(origin))) {
    throw new Error(`${origin} must be https: passwords and tokens would be sent unencrypted`)
  }
  return {
    accounts: E2E_ACCOUNTS ? readAccounts(E2E_ACCOUNTS, env.INIT_CWD) : undefined,
    operator: E2E_ADMIN_TOKEN
      ? // Each entry is `olga:secret`, as in the setting of the API, or only the secret.
        {
          tokens: E2E_ADMIN_TOKEN.split(',').map((entry) => entry.slice(entry.indexOf(':') + 1).trim()),
          messages: E2E_MESSAGES || defaultMessages,
        }
      : undefined,
    serviceToken: E2E_SERVICE_TOKEN || undefined,
    release: E2E_RELEASE ? readRelease(E2E_RELEASE) : undefined,
    canSkip: E2E_SKIP !== 'no',
  }
}

/** @throws Error when there are no users to sign in as */
export function requireUsers(origin: string, { accounts, operator }: Target): void {
  if (accounts || operator) return
  throw new Error(`There is no one to sign in as at ${origin}. Set E2E_ACCOUNTS or E2E_ADMIN_TOKEN:\n${described}`)
}

const described = Object.entries(targetSettings)
  .map(([name, about]) => `  ${name.padEnd(18)}${about}`)
  .join('\n')

function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** `npmFolder` is where npm was started. Playwright itself runs in another folder. */
function readAccounts(setting: string, npmFolder = '.'): Account[] {
  const isText = setting.trimStart().startsWith('[')
  const source = isText ? 'E2E_ACCOUNTS' : setting
  let accounts: unknown
  try {
    accounts = JSON.parse(isText ? setting : readFileSync(resolve(npmFolder, setting), 'utf8'))
  } catch (error) {
    // The message of JSON.parse quotes the text, which has passwords.
    throw new Error(`${source} cannot be read: ${error instanceof SyntaxError ? 'it is not JSON' : error}`)
  }
  if (!Array.isArray(accounts) || accounts.length === 0 || !accounts.every(isAccount)) {
    throw new Error(`${source} has to be [{ "phone": "+79001234567", "password": "…" }]`)
  }
  return accounts
}

function isAccount(value: unknown): value is Account {
  const { phone, password } = (value ?? {}) as Partial<Account>
  return typeof phone === 'string' && /^\+7\d{10}$/.test(phone) && typeof password === 'string'
}

function readRelease(text: string): Target['release'] {
  const { name, version } = /^(?<name>mfe-[a-z-]+)@(?<version>[\w-]+)$/.exec(text)?.groups ?? {}
  if (!name || !version) throw new Error(`${text} is no release, such as mfe-tips@3f2a91c04be7`)
  return { name, version }
}
