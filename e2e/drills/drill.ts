import { CommandError, runCommand, say } from '@portal/command/command'
import { alerts } from './alerts/alerts.ts'
import { backup } from './backup/backup.ts'
import { bank } from './bank.ts'
import { botnet } from './botnet.ts'
import { canaries } from './canaries.ts'
import { connections } from './connections.ts'
import { disabling } from './disabling.ts'
import { disk } from './disk.ts'
import { failover } from './failover.ts'
import { golive } from './golive/golive.ts'
import { kills } from './kills.ts'
import { machines } from './machines/machines.ts'
import { overload } from './overload.ts'
import { rotation } from './rotation/rotation.ts'
import type { Drill } from './run-drill.ts'
import { size } from './size/size.ts'
import { soak } from './soak.ts'
import { starvation } from './starvation.ts'
import { streams } from './streams.ts'
import { writers } from './writers.ts'
import { yookassa } from './yookassa.ts'

/** By the name that the command takes. */
const drills: Record<string, Drill> = {
  alerts,
  backup,
  bank,
  botnet,
  canaries,
  connections,
  disabling,
  disk,
  failover,
  golive,
  kills,
  machines,
  overload,
  rotation,
  size,
  soak,
  starvation,
  streams,
  writers,
  yookassa,
}

const command = {
  name: 'drill',
  about:
    'Attacks a portal of its own and measures what its users notice. Prints the figure last; exit code 1 when it does not hold.',
  takes: `<${Object.keys(drills).join('|')}>`,
  options: {
    minutes: { type: 'string', value: 'n', about: 'how long soak (120) and writers (5) go on' },
    operations: {
      type: 'string',
      value: 'n',
      about: 'how many of them size compares with 100,000 (10000000); 1000000 take a few minutes',
    },
    short: { type: 'boolean', about: 'backup and failover in the form that `npm test` runs' },
    only: {
      type: 'string',
      value: 'text',
      about: 'failover and machines run only the cases with this text in their names',
    },
  },
  settings: { ROUNDS: 'how many rounds failover and kills have, 32 and 20 unless set' },
} as const

await runCommand(command, async ({ positionals: [name = ''], values }, { started }) => {
  const drill = Object.hasOwn(drills, name) ? drills[name] : undefined
  if (!drill) throw new CommandError(`There is no drill «${name}»: ${Object.keys(drills).join(', ')}`)
  const { figure, holds } = await drill(
    { started },
    {
      minutes: values.minutes === undefined ? undefined : Number(values.minutes),
      operations: values.operations === undefined ? undefined : Number(values.operations),
      only: values.only,
      short: values.short,
    },
  )
  say(`${name}: ${figure}: ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  if (!holds) process.exitCode = 1
})
