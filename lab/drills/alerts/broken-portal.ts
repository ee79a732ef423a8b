import { mkdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type Running, temporaryFolder } from '@portal/command/command'
import { listenLocally } from '@portal/command/free-ports'
import { hire, openSession } from '../../../e2e/fixtures/users.ts'
import { type DrillPortal, startPortal } from '../portal.ts'

/** `account` is the one of the provider: without a balance it rejects the key. */
export type BrokenPortal = { portal: DrillPortal; session: string; account: { balance: string | undefined } }

/**
 * Starts a portal that cannot write its log, with a signed-in user,
 * and a provider whose account the drill decides about.
 */
export async function startBrokenPortal(running: Running): Promise<BrokenPortal> {
  const account: BrokenPortal['account'] = { balance: undefined }
  const provider = createServer((_request, response) => {
    response.writeHead(account.balance ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(account.balance ? { payout_balance: { value: account.balance, currency: 'RUB' } } : {}))
  })
  const providerOrigin = await listenLocally(provider)
  running.started({ stop: () => void provider.close() })
  const data = join(await temporaryFolder(running, 'alerts'), 'data')
  await mkdir(data)
  await symlink('/dev/full', join(data, 'portal.log'))
  const portal = await startPortal(running, {
    env: {
      PORTAL_DATA: data,
      TRUST_PROXY: '127.0.0.1',
      BANKS: 'yookassa',
      YOOKASSA_GATEWAY_ID: '1',
      YOOKASSA_SECRET_KEY: 'of-this-drill',
      YOOKASSA_URL: providerOrigin,
    },
  })
  // Before the first scrape, at which the ledger is checked.
  await portal.database.query('alter view ledger_discrepancy rename to discrepancy_hidden')
  const user = await hire(portal.database)
  return { portal, account, session: await openSession(portal.database, user.id) }
}
