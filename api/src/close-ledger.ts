// `npm run ledger:close -- 2026-01`, or `node api/src/close-ledger.ts 2026-01` where only the API is
// installed: docs/operating.md.
import { CommandError, runCommand, say } from '@portal/command/command'
import { ownerSettings, readOwnerUrl } from './db/application-role.ts'
import { withClient } from './db/connect-client.ts'

const command = {
  name: 'ledger:close',
  about:
    'Closes a month of the ledger and those before it: nothing can be added to them, and the next month has opening balances.',
  takes: '<month>',
  settings: ownerSettings,
}

await runCommand(command, async ({ positionals: [month = ''] }) => {
  const url = readOwnerUrl()
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new CommandError(`«${month}» is not a month. Write it as 2026-01.`)
  await withClient(url, (client) => client.query('select close_ledger_month($1)', [`${month}-01`]))
  say(`Closed: ${month} and all months before it`)
})
