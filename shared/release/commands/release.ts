// `pnpm release mfe-tips`: builds this working copy's remote, checks it against what is live, and puts it live.
// `pnpm release shell mfe-tips mfe-payouts`: all of them as one change, for what fits together alone.
import { released } from '../registry-file.ts'
import { releasesFrom } from '../release-settings.ts'
import { packageNames, runCommand, say } from './command.ts'
import { buildReleases, publish } from './publish.ts'

await runCommand(async () => {
  const built = await buildReleases(packageNames(process.argv.slice(2)))
  await publish(releasesFrom(process.env), built, 'release', released)
  for (const { name, version } of built) say(`${name} ${version} is live`)
})
