// Read before anything else: an old Node does not even understand the files that come after it.
import module from 'node:module'
import { join } from 'node:path'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  const help = process.platform === 'linux' ? '`npm start` brings it' : 'install it from https://nodejs.org'
  process.stderr.write(`Node ${process.versions.node} is too old: 24 or later is needed; ${help}.\n`)
  process.exit(1)
}
// Halves the time of every start but the first.
module.enableCompileCache(join(import.meta.dirname, '.cache/node'))
