import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smscKey, startSmscDouble } from '@portal/api/messages/sms/testing/smsc-double'
import { startYookassaDouble } from '@portal/api/payouts/bank/yookassa/double/double'
import { demoConsentFiles } from '@portal/api/settings/consent-texts'
import type { Running } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { runToEnd } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { portalProgram, yookassaSettings } from '../../../e2e/fixtures/portal-process.ts'
import { createOperator } from '../operator.ts'
import { startDatabase } from '../portal.ts'

/** What one operator decides about without another one. */
export const DECISION_LIMIT_RUBLES = 500

export type Deployment = Awaited<ReturnType<typeof deploy>>

const secret = (bytes = 32) => randomBytes(bytes).toString('base64')

/** Starts the portal in production on an empty database, with doubles of SMSC.ru and ЮKassa. */
export async function deploy(running: Running) {
  const { folder, url: administrator, database } = await startDatabase(running)
  const roles = { portal_api: secret(24), portal: secret(24) }
  for (const statement of await documentedStatements(roles)) await database.query(statement)
  const databaseUrl = (role: keyof typeof roles) => {
    const url = new URL(administrator)
    return Object.assign(url, { username: role, password: encodeURIComponent(roles[role]), pathname: '/portal' }).href
  }
  await runToEnd(process.execPath, ['api/src/migrate.ts'], {
    cwd: repository,
    env: { ...process.env, MIGRATION_DATABASE_URL: databaseUrl('portal') },
  })

  const port = await freePort()
  const origin = `http://localhost:${port}`
  const sms = running.started(await startSmscDouble())
  const notifications = { url: `${origin}/api/v1/banks/yookassa/notifications` }
  const yookassa = running.started(await startYookassaDouble({ settlesAfterMs: 500, notifications }))
  const secrets = { olga: secret(), ivan: secret() }
  const webhookSecret = `whsec_${secret()}`
  const portal = portalProgram({
    NODE_ENV: 'production',
    PORT: String(port),
    PORTAL_ORIGIN: origin,
    PORTAL_DATA: join(folder, 'data'),
    TRUST_PROXY: 'none',
    SUPPORT_PHONE: '+78001234567',
    SUPPORT_HOURS: 'ежедневно с 9 до 21',
    OPERATOR_NAME: 'ООО «Ромашка»',
    DATABASE_URL: databaseUrl('portal_api'),
    SERVICE_TOKEN: secret(24),
    TIPS_WEBHOOK_SECRET: webhookSecret,
    ADMIN_TOKEN: Object.entries(secrets)
      .map((entry) => entry.join(':'))
      .join(),
    OTP_PEPPER: secret(),
    VAULT_KEY: secret(),
    SMS_PROVIDERS: 'smsc',
    SMSC_API_KEY: smscKey,
    SMSC_URL: sms.url,
    ...yookassaSettings(yookassa),
    PAYOUT_DECISION_LIMIT: String(DECISION_LIMIT_RUBLES),
    BANKS: 'sandbox',
    ALLOW_SANDBOX_BANK: 'yes',
    ...demoConsentFiles,
  })
  await portal.start()
  running.started({ stop: () => portal.end('SIGTERM') })
  const operators = {
    olga: createOperator(origin, 'olga', secrets.olga),
    ivan: createOperator(origin, 'ivan', secrets.ivan),
  }
  return { origin, operators, webhookSecret, sms, yookassa }
}

/** The statements by which docs/postgresql.md creates the roles and the database, with these passwords. */
async function documentedStatements(passwords: Record<string, string>): Promise<string[]> {
  const document = await readFile(join(repository, 'docs/postgresql.md'), 'utf8')
  const [, block = ''] = /^```sql\n(create role[\s\S]*?)^```/m.exec(document) ?? []
  return block
    .split('\n')
    .map((line) => line.replace(/ *--.*/, ''))
    .filter(Boolean)
    .map((line) => line.replace(/(?<=create role (\w+) .*)'…'/, (_, role: string) => `'${passwords[role]}'`))
}
