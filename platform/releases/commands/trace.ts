import { createInterface } from 'node:readline'
import { CommandError, runCommand, say } from '@portal/command/command'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { type FindSource, readSourceMaps } from '../source-location.ts'
import { parseSelections } from '../stored-releases.ts'
import { traceLine } from '../trace-log.ts'

const command = {
  name: 'release:trace',
  about:
    'Prints the line of the source for a location in built code, as faults in the log have it. Without arguments it reads the log, and adds the line to each fault.',
  takes: '[<remote>@<version> location …]',
  settings: releaseSettings,
}

await runCommand(command, async ({ positionals: [release, ...locations] }) => {
  const store = releaseStoreFrom(process.env)
  if (release) {
    const [{ name, version } = { name: '' }] = parseSelections([release])
    if (!version || locations.length === 0)
      throw new CommandError('Say which: mfe-tips@3f2a91c04be7 overview.js:1:2345')
    const find = await readSourceMaps(store, name, version)
    for (const location of locations) say(`${location}  ${find(location) ?? 'not in the source'}`)
    return
  }
  const known = new Map<string, Promise<FindSource>>()
  const readMaps = (name: string, version: string) => {
    const key = `${name}@${version}`
    const found = known.get(key) ?? readSourceMaps(store, name, version)
    known.set(key, found)
    return found
  }
  for await (const line of createInterface({ input: process.stdin })) say(await traceLine(line, readMaps))
})
