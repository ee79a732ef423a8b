import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@portal/contracts/endpoint'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { createApp } from '../../app.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { sendDueNotices } from '../../identity/security-notice/outbox.ts'
import { addSession } from '../../identity/session/repository.ts'
import { hashTestPassword } from '../../identity/session/testing/test-password.ts'
import { hashToken, newToken } from '../../identity/session/token.ts'
import { LiveHub } from '../../messages/live/hub.ts'
import { createSmsProviders } from '../../messages/sms/configured-providers.ts'
import { ProviderSms } from '../../messages/sms/provider-sms.ts'
import type { SmsProvider } from '../../messages/sms/providers/provider.ts'
import { createSandboxSms } from '../../messages/sms/sms.ts'
import { hire, newPhone, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import { createBanks } from '../../payouts/bank/configured-banks.ts'
import { type SbpDirectory, sandboxSbpDirectory } from '../../payouts/payout-methods/sbp-directory.ts'
import { startPayoutWorker } from '../../payouts/testing/withdrawals.ts'
import { createTally } from '../../portal/telemetry/tally.ts'
import { readSettings } from '../../settings/settings.ts'
import type { AdmissionLimits } from '../admission/admission.ts'
import type { App } from '../app-dependencies.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'

/** What a browser adds to each request of a page of the portal. */
export const pageHeaders = { 'sec-fetch-site': 'same-origin' }

export type TestApi = Awaited<ReturnType<typeof createTestApi>>
export type TestBrowser = ReturnType<TestApi['browser']>
export type TestUser = TestEmployee & { phone: string; password: string }

/** The tokens of the operators of every test API. */
const operatorTokens = {
  ivan: 'the-token-of-the-operator-ivan-of-tests',
  olga: 'the-token-of-the-operator-olga-of-tests',
}

type Options = {
  env?: Record<string, string>
  /** Providers of messages instead of the sandbox. */
  smsProviders?: SmsProvider[]
  sbp?: SbpDirectory
  /** Milliseconds in which the sandbox settles a payout. */
  sandboxSettlesAfterMs?: number
  admissionLimits?: Partial<AdmissionLimits>
  maxStreams?: number
  /** Used instead of a new database. */
  database?: TestDatabase
}

/** The API that all tests of a file share. It is created by the first hook. */
export function sharedApi(options?: Options): TestApi {
  const api = {} as TestApi
  beforeAll(async () => void Object.assign(api, await createTestApi(options)))
  afterAll(() => api.close())
  return api
}

/** Creates the whole API with its own database and the sandboxes. `logs` has every line that it has logged. */
export async function createTestApi({
  env = {},
  smsProviders,
  sbp = sandboxSbpDirectory,
  sandboxSettlesAfterMs = 50,
  database,
  ...limits
}: Options = {}) {
  const { db, pool, listeningPool, url, drop } = database ?? (await createTestDatabase())
  const logs: string[] = []
  const dataFolder = await mkdtemp(join(tmpdir(), 'portal-test-data-'))
  const settings = readSettings({
    LOG_LEVEL: 'trace',
    PORTAL_DATA: dataFolder,
    ADMIN_TOKEN: Object.entries(operatorTokens)
      .map((entry) => entry.join(':'))
      .join(),
    ...env,
  })
  const log = createLog(settings.logLevel, { write: (line) => logs.push(line) })
  const banks = createBanks(db, settings, { sandboxSettlesAfterMs })
  const metrics = createMetrics()
  const worker = startPayoutWorker({ db, bank: banks.bank, log, settings: settings.payouts, metrics })
  const providers = smsProviders ?? createSmsProviders(settings.smsProviders)
  const sms = providers.length > 0 ? new ProviderSms({ db, log, providers }) : createSandboxSms(db)
  const hub = new LiveHub({ db, listeningPool, log })
  const wakePayoutWorker = worker.wake
  const deps = { db, pool, settings, sms, banks, sbp, hub, tally: createTally(db), metrics, log, wakePayoutWorker }
  const app: App = await createApp({ ...deps, ...limits })
  await app.ready()

  return {
    ...deps,
    app,
    url,
    logs,
    dataFolder,
    /** Returns an anonymous browser, or that of the user whose session token it has. */
    browser: (token?: string) => openBrowser(app, token),
    /** Returns a client of the endpoints below `/admin`, by default with the token of `ivan`. */
    operator: (token = operatorTokens.ivan) => openOperator(app, token),
    /** Returns a client with the token of `olga`, who confirms what `ivan` has proposed. */
    secondOperator: () => openOperator(app, operatorTokens.olga),
    /** Returns a signed-in browser without the cost of a password. */
    async signedIn(user: { userId: string }, { remembered = false } = {}) {
      const token = newToken()
      await addSession(db, { tokenHash: hashToken(token), userId: user.userId, remembered, userAgent: 'test' })
      return openBrowser(app, token)
    },
    /** Creates a user with a password, by default employed at a new restaurant. */
    async createUser({
      phone = newPhone(),
      password = 'correct horse',
      restaurant,
      ...job
    }: {
      phone?: string
      password?: string
      isDefault?: boolean
      restaurant?: { id: string; bank: string }
    } = {}): Promise<TestUser> {
      const employee = await hire(db, restaurant ?? (await openRestaurant(db)), job)
      const password_hash = await hashTestPassword(password)
      await db.updateTable('user_account').set({ phone, password_hash }).where('id', '=', employee.userId).execute()
      return { ...employee, phone, password }
    },
    /** Returns the newest code that was sent to the phone. */
    async codeSentTo(phone: string): Promise<string> {
      const codes = db.selectFrom('sandbox.sms').select('code').where('phone', '=', phone).where('code', 'is not', null)
      const query = codes.orderBy('id', 'desc')
      return (await query.executeTakeFirstOrThrow()).code ?? ''
    },
    /** Sends the notices that wait, and returns the texts of all messages to the phone, oldest first. */
    async messagesTo(phone: string): Promise<string[]> {
      while ((await sendDueNotices(deps)) > 0);
      const messages = db.selectFrom('sandbox.sms').select('text').where('phone', '=', phone).orderBy('id')
      return (await messages.execute()).map(({ text }) => text)
    },
    async close() {
      await app.close()
      await worker.stop()
      banks.stop()
      await drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

function openOperator(app: App, token: string) {
  const send = (method: Endpoint['method'], url: string, payload?: object, headers: Record<string, string> = {}) =>
    app.inject({
      method,
      url: `/api/v1/admin${url}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload && { payload }),
    })
  return {
    get: (url: string) => send('GET', url),
    post: (url: string, payload: object, headers?: Record<string, string>) => send('POST', url, payload, headers),
    patch: (url: string, payload: object, headers?: Record<string, string>) => send('PATCH', url, payload, headers),
  }
}

function openBrowser(app: App, startToken?: string) {
  let token = startToken
  let device: string | undefined
  async function send(
    method: Endpoint['method'],
    url: string,
    options: InjectOptions = {},
  ): Promise<LightMyRequestResponse> {
    const response = await app.inject({
      ...options,
      method,
      url: `/api/v1${url}`,
      headers: { ...pageHeaders, ...options.headers },
      cookies: { ...(token && { session: token }), ...(device && { device }) },
    })
    const cookie = response.cookies.find(({ name }) => name === 'session')
    if (cookie) token = cookie.value || undefined
    device = response.cookies.find(({ name }) => name === 'device')?.value ?? device
    return response
  }
  return {
    get token() {
      return token
    },
    send,
    get: (url: string, options?: InjectOptions) => send('GET', url, options),
    post: (url: string, payload?: object, options?: InjectOptions) =>
      send('POST', url, { ...options, ...(payload && { payload }) }),
    patch: (url: string, payload: object) => send('PATCH', url, { payload }),
    delete: (url: string) => send('DELETE', url),
    async postForm(url: string, form: FormData) {
      const encoded = new Response(form)
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      return await send('POST', url, { payload: Buffer.from(await encoded.arrayBuffer()), headers })
    },
  }
}

/** Options that give a request an address, for limits by address. */
export function from(remoteAddress: string): InjectOptions {
  return { remoteAddress }
}
