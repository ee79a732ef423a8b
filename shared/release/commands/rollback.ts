// `pnpm release:rollback mfe-tips`: the release before the current one is live again; a canary is only taken away.
// `pnpm release:rollback shell mfe-tips`: both at once. A name that is given twice goes back twice.
import { releasesFrom } from '../release-settings.ts'
import { CommandError, runCommand, say } from './command.ts'
import { withdraw } from './withdraw.ts'

await runCommand(async () => {
  const wanted = process.argv.slice(2)
  if (wanted.length === 0) throw new CommandError('Say what goes back, as in `pnpm release:rollback mfe-tips`')
  const { names } = await withdraw(releasesFrom(process.env), wanted)
  for (const name of new Set(wanted)) say(`${name} ${names[name]?.current.version} is live`)
})
