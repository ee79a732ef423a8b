import { CommandError, runCommand, say } from '@portal/shared/command/command'
import { bank } from './bank.ts'
import { connections } from './connections.ts'
import { disk } from './disk.ts'
import { kills } from './kills.ts'
import { overload } from './overload.ts'
import type { Drill } from './run-drill.ts'
import { starvation } from './starvation.ts'

/** By the name that the command takes. */
const drills: Record<string, Drill> = { bank, connections, disk, kills, overload, starvation }

const command = {
  name: 'drill',
  about:
    'Attacks a portal of its own and measures what its users notice. Prints the figure last; exit code 1 when it does not hold.',
  takes: `<${Object.keys(drills).join('|')}>`,
}

await runCommand(command, async ({ positionals: [name = ''] }, { started }) => {
  const drill = Object.hasOwn(drills, name) ? drills[name] : undefined
  if (!drill) throw new CommandError(`There is no drill «${name}»: ${Object.keys(drills).join(', ')}`)
  const { figure, holds } = await drill({ started })
  say(`${name}: ${figure}: ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  if (!holds) process.exitCode = 1
})
