import { CommandError, runCommand, say } from '@portal/command/command'
import { alerts } from './alerts/alerts.ts'
import { backup } from './backup/backup.ts'
import { failover } from './failover.ts'
import { golive } from './golive/golive.ts'
import { kills } from './kills.ts'
import { overload } from './overload/overload.ts'
import { rotation } from './rotation/rotation.ts'
import type { Drill } from './run-drill.ts'
import { writers } from './writers.ts'
import { yookassa } from './yookassa.ts'

/** The drills by the name that the command takes. */
const drills: Record<string, Drill> = {
  alerts,
  backup,
  failover,
  golive,
  kills,
  overload,
  rotation,
  writers,
  yookassa,
}

const command = {
  name: 'drill',
  about:
    'Starts a portal, breaks or overloads it on purpose, and measures what its users notice. The last line has the figures; the exit code is 1 when they are worse than docs/reliability.md promises.',
  takes: `<${Object.keys(drills).join('|')}>`,
  options: {
    minutes: { type: 'string', value: 'n', about: 'how long writers go on, 5 unless set' },
    short: { type: 'boolean', about: 'backup and failover in the form that `npm test` runs' },
    only: {
      type: 'string',
      value: 'text',
      about: 'failover runs only the cases with this text in their names',
    },
  },
  settings: { ROUNDS: 'how many rounds failover and kills have, 32 and 20 unless set' },
} as const

await runCommand(command, async ({ positionals: [name = ''], values }, { started }) => {
  const drill = Object.hasOwn(drills, name) ? drills[name] : undefined
  if (!drill) throw new CommandError(`There is no drill «${name}». Choose one of: ${Object.keys(drills).join(', ')}`)
  const { figure, holds } = await drill(
    { started },
    {
      minutes: values.minutes === undefined ? undefined : Number(values.minutes),
      only: values.only,
      short: values.short,
    },
  )
  say(`${name}: ${figure}: ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  if (!holds) process.exitCode = 1
})
