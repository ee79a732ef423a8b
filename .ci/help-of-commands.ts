import { pathToFileURL } from 'node:url'

// Runs the commands of these files with `--help`, and prints what each prints and its exit code as JSON. All of them run in this one
// process, because each loads the portal server, the bundler or the API, which takes far longer than the rest. The process ends
// by itself, as no command has started anything.

export type Help = { code: unknown; output: string }

class Exit extends Error {
  override readonly name = 'Exit'
}

const files = process.argv.slice(2)
const write = process.stdout.write.bind(process.stdout)
const helps: Record<string, Help> = {}
for (const file of files) helps[file] = await helpOf(file)
write(JSON.stringify(helps))

async function helpOf(file: string): Promise<Help> {
  const help: Help = { code: 0, output: '' }
  process.argv = [process.execPath, file, '--help']
  process.exitCode = 0
  process.stdout.write = (text) => {
    help.output += text
    return true
  }
  process.exit = (code) => {
    process.exitCode = code ?? process.exitCode
    throw new Exit(file)
  }
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  }
  help.code = process.exitCode
  process.exitCode = 0
  // Each command adds a listener for the end of its reader.
  process.stdout.removeAllListeners('error')
  return help
}
