import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePorts, listenLocally } from '@portal/command/free-ports'
import { createProgram } from '@portal/command/program'
import { demo } from '../fixtures/users.ts'
import { startNginx } from './nginx.ts'
import { query, startPostgres } from './postgres.ts'

export const repository = join(import.meta.dirname, '../..')

/** The hash of the demo password: production has no demo data to copy it from. */
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$xNvFmp1h0AoomMma9vXKUg$GZ6JX8t6rrFds6GKcCyGdcpAcArZwre2qRC0JEmsONQ'

export type Stack = Awaited<ReturnType<typeof startStack>>

/** A process of the portal or the API, reached beside nginx at `address`. Its next start gets `env`. */
export type Replica = ReturnType<typeof createProgram> & { address: string; env: Record<string, string> }

type StackOptions = {
  nginx: string
  /** The folder of PostgreSQL's programs. */
  postgres: string
  port: number
  /** Settings that add to the usual ones, of each API and of each portal server. */
  ofApis?: Record<string, string>
  ofPortals?: Record<string, string>
}

/** Starts production on one machine, as in docs/servers.md: nginx, two portal servers, two APIs, one PostgreSQL. */
export async function startStack({ nginx, postgres, port, ofApis = {}, ofPortals = {} }: StackOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-replicas-'))
  // The unprivileged user of the servers has to reach their folders inside.
  await chmod(folder, 0o755)
  const [plainPort = 0, databasePort = 0, ...ports] = await freePorts(6)
  const apiPorts = ports.slice(0, 2)
  const portalPorts = ports.slice(2, 4)
  const origin = `https://localhost:${port}`
  const serviceToken = 'a-service-token-of-this-test'
  const sms = await startSmsGateway()
  const database = await startPostgres(postgres, folder, databasePort)

  const apiEnv = {
    ...productionEnv(origin),
    ...newKeys(),
    DATABASE_URL: database.applicationUrl,
    MIGRATION_DATABASE_URL: database.url,
    SERVICE_TOKEN: serviceToken,
    SMS_GATEWAY_URL: sms.url,
    SMS_GATEWAY_TOKEN: 'a-gateway-token-of-this-test',
    BANK: 'sandbox',
    ALLOW_SANDBOX_BANK: 'yes',
    OFFER_FILE: join(repository, 'api/src/demo/texts/offer-2026-11-28.txt'),
    CONSENT_FILE: join(repository, 'api/src/demo/texts/consent-2026-11-01.txt'),
    PORTAL_DATA: join(folder, 'data'),
    ...ofApis,
  }
  const portalEnv = { ...productionEnv(origin), ...releasesEnv, ...ofPortals }
  const apis = apiPorts.map((at) => createReplica('api/src/main.ts', at, apiEnv))
  const portals = portalPorts.map((at, index) =>
    createReplica('platform/start/start.ts', at, { API_URL: apis[index]?.address ?? '', ...portalEnv }),
  )
  // Starts all servers at the same time, so the APIs meet a database without tables.
  await Promise.all([...apis, ...portals].map((each) => each.start()))
  await addAnna(database.url)
  const proxy = await startNginx(nginx, { folder, port, plainPort, portals: portalPorts, apis: apiPorts })

  return {
    origin,
    plainOrigin: `http://localhost:${plainPort}`,
    certificate: proxy.certificate,
    accessLog: proxy.accessLog,
    errorLog: proxy.errorLog,
    database,
    serviceToken,
    sms,
    apis,
    portals,
    async stop() {
      await proxy.stop()
      await Promise.all([...apis, ...portals].map((each) => each.end('SIGTERM')))
      await database.stop()
      sms.stop()
      await rm(folder, { recursive: true })
    },
  }
}

function createReplica(script: string, port: number, settings: Record<string, string>): Replica {
  const env = { PORT: String(port), ...settings }
  const address = `http://127.0.0.1:${port}`
  const program = createProgram({
    command: process.execPath,
    args: [script],
    options: { cwd: repository, env },
    isReady: async () => (await fetch(`${address}/readyz`)).ok,
  })
  return { ...program, address, env }
}

/** Returns the settings that APIs and portal servers have in common. */
function productionEnv(origin: string) {
  return {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PORTAL_ORIGIN: origin,
    DRAIN_SECONDS: '1',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SUPPORT_PHONE: '+78001234567',
    SUPPORT_HOURS: 'ежедневно с 9 до 21',
    OPERATOR_NAME: 'ООО «Ромашка»',
  }
}

const releasesEnv = { RELEASES: join(repository, 'dist'), CARD_FORM_ORIGINS: 'https://shop.example' }

function newKeys() {
  const newKey = () => randomBytes(32).toString('base64')
  return { OTP_PEPPER: newKey(), VAULT_KEY: newKey() }
}

async function addAnna(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `insert into user_account (phone, password_hash, first_name) values ('${demo.anna.phone}', '${passwordHash}', 'Анна')`,
  )
}

/** Starts an SMS gateway that stores the newest code of each phone. */
async function startSmsGateway() {
  const codes = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const message: { phone: string; text: string } = JSON.parse(await text(request))
    const code = /\b\d{6}\b/.exec(message.text)?.[0]
    if (code) codes.set(message.phone, code)
    response.end()
  })
  return {
    url: await listenLocally(server),
    codeFor: (phone: string) => codes.get(phone),
    stop: () => server.close(),
  }
}
