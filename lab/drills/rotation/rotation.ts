import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import { say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { runToEnd } from '@portal/command/program'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { releaseStoreFrom } from '@portal/platform/releases/release-settings'
import { readRegistry } from '@portal/platform/releases/releases'
import pg from 'pg'
import { findServers } from '../../../.ci/servers.ts'
import { underLoad } from '../../../e2e/replicas/load.ts'
import { password, query } from '../../../e2e/replicas/postgres.ts'
import { type Replica, repository, startStack } from '../../../e2e/replicas/stack.ts'
import type { Drill } from '../run-drill.ts'
import { newReleaseKeys, putFirstReleases, type ReleaseKeys } from '../signed-releases.ts'
import { cardNumber, storeCard } from './cards.ts'
import { hireClient, orderAt } from './clients.ts'
import { listOf, type Token, tokens } from './tokens.ts'

const CLIENTS = 6
const CARDS = 5
const cardNumbers = Array.from({ length: CARDS }, (_, index) => cardNumber(index + 1))
/**
 * As the shell loop of docs/rotation.md: nginx leaves a server out until more than two whole
 * seconds of the clock have passed.
 */
const RESTART_PAUSE_MS = 4_000
const WATCH_MS = 3_000

const steps = {
  'both are accepted, the old one is used': ['2025', '2026'],
  'both are accepted, the new one is used': ['2026', '2025'],
  'the new one alone is accepted': ['2026'],
} as const

/**
 * Rotates each secret of docs/rotation.md by its steps under load: sign-ins, tips, withdrawals and pages through nginx,
 * two APIs and two portal servers. At each step each version is tested at each process.
 */
export const rotation: Drill = async (running) => {
  await runToEnd(process.execPath, ['platform/releases/build-all.ts'], { cwd: repository })
  const folder = await temporaryFolder(running, 'rotation')
  const releases = join(folder, 'releases')
  const [formerKeys, nextKeys] = [newReleaseKeys(), newReleaseKeys()]
  await putFirstReleases({ ...formerKeys, RELEASES: releases, PORTAL_DATA: folder })

  const all = tokens()
  const newKey = () => randomBytes(32).toString('base64')
  const keys = {
    OTP_PEPPER: { versions: [newKey(), newKey()] as const },
    VAULT_KEY: { versions: [newKey(), newKey()] as const },
  }
  const lists = (order: readonly ('2025' | '2026')[]): Record<string, string> =>
    Object.fromEntries([
      ...all.map((token) => [token.setting, listOf(token, order)]),
      ...Object.entries(keys).map(([setting, key]) => [setting, listOf(key, order)]),
    ])
  const formerKey = `2025:${formerKeys.RELEASE_PUBLIC_KEY}`
  const nextKey = `2026:${nextKeys.RELEASE_PUBLIC_KEY}`
  const bothKeys = `${nextKey},${formerKey}`
  /** The settings of a portal server: those of an API that it has too, and the keys of releases. */
  const ofPortals = ({ METRICS_TOKEN = '' }: Record<string, string>, RELEASE_PUBLIC_KEY: string) => ({
    METRICS_TOKEN,
    RELEASE_PUBLIC_KEY,
  })
  const { NGINX_PATH: nginx, POSTGRES_BIN: postgres } = findServers()
  const stack = await startStack({
    nginx,
    postgres,
    port: await freePort(),
    ofApis: lists(['2025']),
    ofPortals: {
      ...ofPortals(lists(['2025']), formerKey),
      RELEASES: releases,
      PORTAL_DATA: join(folder, 'portals'),
    },
  })
  running.started(stack)
  tls.setDefaultCACertificates([...tls.getCACertificates(), stack.certificate])
  const tokenOf = (setting: string): Token['versions'] =>
    all.find((token) => token.setting === setting)?.versions ?? ['', '']
  const [serviceBefore, serviceNext] = tokenOf('SERVICE_TOKEN')
  stack.serviceToken = serviceBefore
  const database = new pg.Pool({ connectionString: stack.database.url, max: 4 })
  running.started({ stop: () => database.end() })
  const hireAt = (api: Replica) => hireClient(stack, database, api)
  const clients = await Promise.all(stack.apis.flatMap((api) => Array.from({ length: CLIENTS / 2 }, () => hireAt(api))))
  say('two APIs and two portal servers serve behind nginx')

  const problems: string[] = []
  const expectAll = (what: string, expected: unknown, found: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(found)) {
      problems.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
    }
  }
  let tried = 0

  /** Restarts processes one after the other, with other settings. */
  async function restart(replicas: readonly Replica[], env: Record<string, string>): Promise<void> {
    for (const replica of replicas) {
      Object.assign(replica.env, env)
      expectAll('the exit code', 0, await replica.end('SIGTERM'))
      await replica.start()
      await delay(RESTART_PAUSE_MS)
    }
  }

  /** Tries each version of each token at each API. */
  async function tryTokens(step: string, order: readonly string[]): Promise<void> {
    for (const { setting, versions, statusWith } of all) {
      for (const { address } of stack.apis) {
        for (const [index, secret] of versions.entries()) {
          const isAccepted = order.includes(String(2025 + index))
          const status = await statusWith(address, secret)
          tried += 1
          expectAll(`${step}: ${setting} ${2025 + index} at ${address}`, isAccepted, status !== 401 && status < 500)
        }
      }
    }
    // Since its start no other test has signed a message to it.
    for (const counts of await Promise.all(stack.apis.map(usesAt))) {
      for (const version of ['2025', '2026']) {
        const uses = counts[`TIPS_WEBHOOK_SECRET ${version}`] ?? 0
        expectAll(`${step}: uses of TIPS_WEBHOOK_SECRET ${version}`, Number(order.includes(version)), uses)
      }
    }
  }

  /** How often each version of each secret was accepted, by an API. */
  async function usesAt({ address }: Replica): Promise<Record<string, number>> {
    const [before, next] = tokenOf('METRICS_TOKEN')
    for (const token of [next, before]) {
      const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      const text = await response.text()
      if (!response.ok) continue
      const found = text.matchAll(/^portal_secret_uses\{secret="(\w+)",version="(\w+)"\} (\d+)$/gm)
      return Object.fromEntries([...found].map(([, secret, version, count]) => [`${secret} ${version}`, Number(count)]))
    }
    throw new Error(`${address} rejects both tokens for metrics`)
  }

  /** Stores cards at an API, some of which are there already. Returns their tokens. */
  const storeCards = (api: Replica) => Promise.all(cardNumbers.map((number) => storeCard(api, number)))

  let sequence = 0
  async function signByNextKey(): Promise<void> {
    sequence = await signAgain(releases, { ...nextKeys, RELEASE_PUBLIC_KEY: bothKeys })
    await expectRegistry('the registry of the next key')
  }

  async function expectRegistry(what: string): Promise<void> {
    await delay(RESTART_PAUSE_MS)
    expectAll(what, [sequence, sequence], await Promise.all(stack.portals.map(registryOf)))
  }

  const [first, second] = stack.apis as [Replica, Replica]
  const done = await underLoad(stack, clients, { unrepeatable: true }, async () => {
    const cardTokens = await storeCards(first)
    let ofEarlierPepper = await hireAt(first)
    const ofFormerPepper = await hireAt(second)
    for (const [step, order] of Object.entries(steps)) {
      const isLast = order.length === 1
      if (isLast) {
        // docs/rotation.md: the old one goes when no API accepts it any more, and all cards are encrypted again.
        const before = await Promise.all(stack.apis.map(usesAt))
        await delay(WATCH_MS)
        const after = await Promise.all(stack.apis.map(usesAt))
        for (const [index, counts] of after.entries()) {
          for (const secret of ['SERVICE_TOKEN', 'METRICS_TOKEN', 'TIPS_WEBHOOK_SECRET', 'OTP_PEPPER']) {
            const old = `${secret} 2025`
            expectAll(`uses of ${old} that go on`, before[index]?.[old] ?? 0, counts[old] ?? 0)
          }
          const grown = (counts['SERVICE_TOKEN 2026'] ?? 0) - (before[index]?.['SERVICE_TOKEN 2026'] ?? 0)
          expectAll('uses of SERVICE_TOKEN 2026 grow', true, grown > 0)
        }
        await runToEnd(process.execPath, ['api/src/rotate-vault-key.ts'], { cwd: repository, env: first.env })
      }
      await Promise.all([
        restart(stack.apis, lists(order)),
        restart(stack.portals, ofPortals(lists(order), isLast ? nextKey : bothKeys)),
      ])
      await tryTokens(step, order)
      // A code of the pepper that was used before the step, at the other API.
      expectAll(`${step}: a code from before`, 201, await orderAt(second, ofEarlierPepper))
      ofEarlierPepper = await hireAt(first)
      for (const api of stack.apis) expectAll(`${step}: the tokens of cards`, cardTokens, await storeCards(api))
      if (isLast) expectAll('a code of the former pepper', 422, await orderAt(second, ofFormerPepper))
      if (order[0] === '2026') stack.serviceToken = serviceNext
      else await signByNextKey()
      say(`${step}: all tried`)
    }
    const { rows } = await database.query(
      'select count(distinct key_id)::int as keys, count(*)::int as cards from vault.card',
    )
    expectAll('the cards and their keys', { keys: 1, cards: CARDS }, rows[0])

    // Secrets of others.
    await restart(stack.apis, { SMS_GATEWAY_TOKEN: 'the-next-gateway-token-of-this-test' })
    expectAll('a code by the next token of the gateway', 201, await orderAt(first, await hireAt(second)))
    await query(
      stack.database.administrator,
      `create role portal_api_2 login password '${password}' in role portal_app`,
    )
    await restart(stack.apis, { DATABASE_URL: stack.database.applicationUrl.replace('portal_api:', 'portal_api_2:') })
    await query(stack.database.administrator, 'drop role portal_api')
    expectAll('an order by the next role of the database', 201, await orderAt(first, await hireAt(second)))
    say('the token of the gateway and the role of the database are new')

    await signAgain(releases, { ...formerKeys, RELEASE_PUBLIC_KEY: bothKeys })
    await expectRegistry('the registry after one of the former key')
    say('the key of releases is new')
  })
  expectAll('requests that were sent again', [], done.retried.slice(0, 5))
  const { rowCount: discrepancies } = await database.query('select from ledger_discrepancy')
  expectAll('discrepancies of the ledger', 0, discrepancies)
  for (const problem of problems) say(`  ${problem}`)
  return {
    figure:
      `${all.length + 5} secrets rotated under ${done.requests} requests, of which ${done.retried.length} had to be repeated; ` +
      `${tried} times a version was tried, ${problems.length} were not as documented`,
    holds: problems.length === 0 && done.payouts.length === CLIENTS,
  }
}

/** Signs the live registry by `npm run release:sign`. Returns its number. */
async function signAgain(folder: string, keys: ReleaseKeys): Promise<number> {
  const env = { ...process.env, RELEASES: folder, ...keys }
  await runToEnd(process.execPath, ['platform/releases/commands/sign.ts', '--always'], { cwd: repository, env })
  return (await readRegistry(releaseStoreFrom(env))).sequence
}

/** Returns the number of the registry that a portal server serves. */
async function registryOf({ address }: Replica): Promise<number> {
  const response = await fetch(`${address}/registry.json`)
  return ((await response.json()) as { sequence: number }).sequence
}
