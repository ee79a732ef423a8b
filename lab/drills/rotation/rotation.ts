import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import { type Running, say, temporaryFolder } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { runToEnd } from '@portal/command/program'
import { releaseStoreFrom } from '@portal/platform/releases/release-settings'
import { readRegistry } from '@portal/platform/releases/releases'
import pg from 'pg'
import { findServers } from '../../../.ci/servers.ts'
import { password, query } from '../../../e2e/replicas/postgres.ts'
import { type Replica, repository, type Stack, startStack } from '../../../e2e/replicas/stack.ts'
import { type Order, prepareOrder, sendOrder } from '../orders.ts'
import type { Drill } from '../run-drill.ts'
import { cardNumber, storeCard } from './cards.ts'
import { newReleaseKeys, putFirstReleases, type ReleaseKeys } from './signed-releases.ts'
import { sendRequestsDuring } from './steady-requests.ts'
import { listSecrets, type Secret, tokens, type Versions } from './tokens.ts'

const USERS = 6
const CARDS = 5
const cardNumbers = Array.from({ length: CARDS }, (_, index) => cardNumber(index + 1))
/**
 * As the shell loop of docs/rotation.md: nginx leaves a server out until more than two whole
 * seconds of the clock have passed.
 */
const RESTART_PAUSE_MS = 4_000
const WATCH_MS = 3_000
/** Their uses are counted by version. */
const COUNTED = ['SERVICE_TOKEN', 'METRICS_TOKEN', 'TIPS_WEBHOOK_SECRET', 'OTP_PEPPER']

const steps = {
  'both are accepted, the old one is used': ['2025', '2026'],
  'both are accepted, the new one is used': ['2026', '2025'],
  'only the new one is accepted': ['2026'],
} as const satisfies Record<string, Versions>

/**
 * Rotates each secret of docs/rotation.md by its steps under load: sign-ins, tips, withdrawals and pages through nginx,
 * two APIs and two portal servers. At each step each version is tested at each process.
 */
export const rotation: Drill = async (running) => {
  await runToEnd(process.execPath, ['platform/releases/build-all.ts'], { cwd: repository })
  const folder = await temporaryFolder(running, 'rotation')
  const drill = new Rotation(folder)
  await putFirstReleases({ ...drill.releaseKeys[0], RELEASES: drill.releases, PORTAL_DATA: folder })
  await drill.start(running)
  const orders = await Promise.all(Array.from({ length: USERS }, (_, index) => drill.prepareOrder(index % 2)))
  say('two APIs and two portal servers serve behind nginx')

  const sent = await sendRequestsDuring(drill.stack, orders, async () => {
    await drill.rotateByVersions()
    await drill.rotateSecretsOfOthers()
  })
  drill.expect('requests that failed', [], sent.failures.slice(0, 5))
  const { rowCount: discrepancies } = await drill.database.query('select from ledger_discrepancy')
  drill.expect('discrepancies of the ledger', 0, discrepancies)
  const { problems, attempts, secrets } = drill
  for (const problem of problems) say(`  ${problem}`)
  return {
    figure:
      `${secrets.length + 3} secrets rotated under ${sent.requests} requests, of which ${sent.failures.length} failed; ` +
      `${attempts} attempts with a version, ${problems.length} results were not as documented`,
    holds: problems.length === 0 && sent.payouts === USERS,
  }
}

class Rotation {
  readonly problems: string[] = []
  attempts = 0
  readonly tokens = tokens()
  readonly secrets: readonly Secret[] = [
    ...this.tokens,
    { setting: 'OTP_PEPPER', versions: [newKey(), newKey()] },
    { setting: 'VAULT_KEY', versions: [newKey(), newKey()] },
  ]
  readonly releaseKeys: readonly [former: ReleaseKeys, next: ReleaseKeys] = [newReleaseKeys(), newReleaseKeys()]
  readonly releases: string
  stack!: Stack
  database!: pg.Pool
  readonly #folder: string
  /** The number of the registry that was signed last. */
  #sequence = 0

  constructor(folder: string) {
    this.#folder = folder
    this.releases = join(folder, 'releases')
  }

  async start(running: Running): Promise<void> {
    const { NGINX_PATH: nginx, POSTGRES_BIN: postgres } = findServers()
    this.stack = await startStack({
      nginx,
      postgres,
      port: await freePort(),
      ofApis: listSecrets(this.secrets, ['2025']),
      ofPortals: {
        ...this.#portalSettings(['2025'], ['2025']),
        RELEASES: this.releases,
        PORTAL_DATA: join(this.#folder, 'portals'),
      },
    })
    running.started(this.stack)
    tls.setDefaultCACertificates([...tls.getCACertificates(), this.stack.certificate])
    this.stack.serviceToken = this.#version('SERVICE_TOKEN', 0)
    this.database = new pg.Pool({ connectionString: this.stack.database.url, max: 4 })
    running.started({ stop: () => this.database.end() })
  }

  expect(what: string, expected: unknown, found: unknown): void {
    if (JSON.stringify(expected) !== JSON.stringify(found)) {
      this.problems.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
    }
  }

  /** Prepares an order whose code an API has sent. */
  prepareOrder(api: number): Promise<Order> {
    const { serviceToken, sms } = this.stack
    const { database } = this
    return prepareOrder({ origin: this.#api(api).address, database, serviceToken, codeFor: sms.codeFor }, { sbp: '11' })
  }

  async rotateByVersions(): Promise<void> {
    const cardTokens = await this.#storeCards(0)
    let earlier = await this.prepareOrder(0)
    const ofFormerPepper = await this.prepareOrder(1)
    for (const [step, order] of Object.entries(steps)) {
      const isLast = order.length === 1
      if (isLast) await this.#prepareLastStep()
      await Promise.all([
        this.#restart(this.stack.apis, listSecrets(this.secrets, order)),
        this.#restart(this.stack.portals, this.#portalSettings(order, isLast ? ['2026'] : ['2026', '2025'])),
      ])
      await this.#testTokens(step, order)
      // A code of the pepper that was used before the step, at the other API.
      this.expect(`${step}: a code from before`, 201, await this.#send(1, earlier))
      earlier = await this.prepareOrder(0)
      for (const api of [0, 1]) this.expect(`${step}: the tokens of cards`, cardTokens, await this.#storeCards(api))
      if (isLast) this.expect('a code of the former pepper', 422, await this.#send(1, ofFormerPepper))
      if (order[0] === '2026') this.stack.serviceToken = this.#version('SERVICE_TOKEN', 1)
      else await this.#signReleases('the registry of the next key', 1)
      say(`${step}: all tested`)
    }
    const { rows } = await this.database.query(
      'select count(distinct key_id)::int as keys, count(*)::int as cards from vault.card',
    )
    this.expect('the cards and their keys', { keys: 1, cards: CARDS }, rows[0])
  }

  /** The token of the gateway, the role of the database, and the key of releases. */
  async rotateSecretsOfOthers(): Promise<void> {
    const { administrator, applicationUrl } = this.stack.database
    await this.#restart(this.stack.apis, { SMS_GATEWAY_TOKEN: 'the-next-gateway-token-of-this-test' })
    this.expect('a code by the next token of the gateway', 201, await this.#send(0, await this.prepareOrder(1)))
    await query(administrator, `create role portal_api_2 login password '${password}' in role portal_app`)
    await this.#restart(this.stack.apis, { DATABASE_URL: applicationUrl.replace('portal_api:', 'portal_api_2:') })
    await query(administrator, 'drop role portal_api')
    this.expect('an order by the next role of the database', 201, await this.#send(0, await this.prepareOrder(1)))
    say('the token of the gateway and the role of the database are new')
    await this.#signReleases('the registry after one of the former key', 0)
    say('the key of releases is new')
  }

  /** docs/rotation.md: the old one goes when no API accepts it any more, and all cards are encrypted again. */
  async #prepareLastStep(): Promise<void> {
    const before = await Promise.all(this.stack.apis.map((api) => this.#usesAt(api)))
    await delay(WATCH_MS)
    const after = await Promise.all(this.stack.apis.map((api) => this.#usesAt(api)))
    for (const [index, counts] of after.entries()) {
      const uses = (name: string) => before[index]?.[name] ?? 0
      for (const old of COUNTED.map((secret) => `${secret} 2025`)) {
        this.expect(`uses of ${old} that go on`, uses(old), counts[old] ?? 0)
      }
      const isUsed = (counts['SERVICE_TOKEN 2026'] ?? 0) > uses('SERVICE_TOKEN 2026')
      this.expect('uses of SERVICE_TOKEN 2026 grow', true, isUsed)
    }
    await runToEnd(process.execPath, ['api/src/rotate-vault-key.ts'], { cwd: repository, env: this.#api(0).env })
  }

  /** Restarts processes one after the other, with other settings. */
  async #restart(replicas: readonly Replica[], env: Record<string, string>): Promise<void> {
    for (const replica of replicas) {
      Object.assign(replica.env, env)
      this.expect('the exit code', 0, await replica.end('SIGTERM'))
      await replica.start()
      await delay(RESTART_PAUSE_MS)
    }
  }

  /** Tests each version of each token at each API. */
  async #testTokens(step: string, order: Versions): Promise<void> {
    for (const { setting, versions, statusWith } of this.tokens) {
      for (const { address } of this.stack.apis) {
        for (const [index, version] of (['2025', '2026'] as const).entries()) {
          const status = await statusWith(address, versions[index] ?? '')
          this.attempts += 1
          const isAccepted = status !== 401 && status < 500
          this.expect(`${step}: ${setting} ${version} at ${address}`, order.includes(version), isAccepted)
        }
      }
    }
    // Since its start no other test has signed a message to it.
    for (const counts of await Promise.all(this.stack.apis.map((api) => this.#usesAt(api)))) {
      for (const version of ['2025', '2026'] as const) {
        const uses = counts[`TIPS_WEBHOOK_SECRET ${version}`] ?? 0
        this.expect(`${step}: uses of TIPS_WEBHOOK_SECRET ${version}`, Number(order.includes(version)), uses)
      }
    }
  }

  /** How often each version of each secret was accepted, by an API. */
  async #usesAt({ address }: Replica): Promise<Record<string, number>> {
    for (const index of [1, 0] as const) {
      const headers = { authorization: `Bearer ${this.#version('METRICS_TOKEN', index)}` }
      const response = await fetch(`${address}/metrics`, { headers })
      const text = await response.text()
      if (!response.ok) continue
      const found = text.matchAll(/^portal_secret_uses\{secret="(\w+)",version="(\w+)"\} (\d+)$/gm)
      return Object.fromEntries([...found].map(([, secret, version, count]) => [`${secret} ${version}`, Number(count)]))
    }
    throw new Error(`${address} rejects both tokens for metrics`)
  }

  /** Signs the live registry by one of the keys, and expects it at both portal servers. */
  async #signReleases(what: string, key: 0 | 1): Promise<void> {
    const env = {
      ...process.env,
      RELEASES: this.releases,
      ...this.releaseKeys[key],
      ...this.#publicKeys(['2026', '2025']),
    }
    await runToEnd(process.execPath, ['platform/releases/commands/sign.ts'], { cwd: repository, env })
    const { sequence } = await readRegistry(releaseStoreFrom(env))
    // The last step accepts the next key only, so a registry of the former one does not become live.
    if (key === 1) this.#sequence = sequence
    await delay(RESTART_PAUSE_MS)
    const served = await Promise.all(
      this.stack.portals.map(async ({ address }) => (await (await fetch(`${address}/registry.json`)).json()).sequence),
    )
    this.expect(what, [this.#sequence, this.#sequence], served)
  }

  #publicKeys(order: Versions): { RELEASE_PUBLIC_KEY: string } {
    const [former, next] = this.releaseKeys.map((keys) => keys.RELEASE_PUBLIC_KEY)
    const keys = { 2025: `2025:${former}`, 2026: `2026:${next}` }
    return { RELEASE_PUBLIC_KEY: order.map((version) => keys[version]).join() }
  }

  /** The settings of a portal server: METRICS_TOKEN, which the API has too, and the public keys of releases. */
  #portalSettings(order: Versions, keys: Versions): Record<string, string> {
    const { METRICS_TOKEN = '' } = listSecrets(this.secrets, order)
    return { METRICS_TOKEN, ...this.#publicKeys(keys) }
  }

  #version(setting: string, index: 0 | 1): string {
    return this.secrets.find((secret) => secret.setting === setting)?.versions[index] ?? ''
  }

  #api(index: number): Replica {
    return this.stack.apis[index] as Replica
  }

  /** Returns the status of an order at an API. */
  async #send(api: number, order: Order): Promise<number> {
    const response = await sendOrder({ origin: this.#api(api).address }, order)
    await response.body?.cancel()
    return response.status
  }

  /** Stores cards at an API, some of which are there already. Returns their tokens. */
  #storeCards(api: number): Promise<string[]> {
    return Promise.all(cardNumbers.map((number) => storeCard(this.#api(api), number)))
  }
}

function newKey(): string {
  return randomBytes(32).toString('base64')
}
