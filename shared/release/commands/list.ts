// `pnpm release:list`: what is live, since when, and what came before.
import { releasesFrom } from '../release-settings.ts'
import { readRegistry } from '../releases.ts'
import { runCommand, say } from './command.ts'

await runCommand(async () => {
  const { sequence, at, reason, names } = await readRegistry(releasesFrom(process.env))
  say(`Registry ${sequence}, ${at}: ${reason}`)
  for (const [name, { current, history, canary }] of Object.entries(names)) {
    say(`\n${name}`)
    if (canary) say(`  canary   ${canary.version}  ${canary.at}  ${canary.percent} %`)
    say(`  current  ${current.version}  ${current.at}`)
    for (const pointer of history) say(`  before   ${pointer.version}  ${pointer.at}`)
  }
})
