// `pnpm release:rollback mfe-tips`: the release before the current one is live again; a canary is only taken away.
import { canaryEnded, rolledBack } from '../registry-file.ts'
import { releasesFrom } from '../release-settings.ts'
import { changeRegistry } from '../releases.ts'
import { runCommand, say } from './command.ts'

await runCommand(async () => {
  const name = process.argv[2] ?? ''
  const { names } = await changeRegistry(releasesFrom(process.env), `rollback ${name}`, (before) =>
    before[name]?.canary ? canaryEnded(before, name) : rolledBack(before, name),
  )
  say(`${name} ${names[name]?.current.version} is live`)
})
