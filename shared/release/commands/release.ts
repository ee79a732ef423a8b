// `pnpm release mfe-tips`: builds this working copy's remote, checks it against what is live, and puts it live.
import { released } from '../registry-file.ts'
import { packageName, runCommand, say } from './command.ts'
import { publish } from './publish.ts'

await runCommand(async () => {
  const name = packageName(process.argv[2])
  const { version } = await publish(name, 'release', (names, pointer) => released(names, name, pointer))
  say(`${name} ${version} is live`)
})
