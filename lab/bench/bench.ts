import { CommandError, type Running, runCommand } from '@portal/command/command'

type Bench = (running: Running, args: readonly string[]) => Promise<void>

/**
 * By the name that the command takes. A bench is loaded when it is run: some of them start the portal while they load.
 */
const benches: Record<string, () => Promise<Bench>> = {
  fairness: async () => (await import('./fairness.ts')).fairness,
  growth: async () => (await import('./growth.ts')).growth,
  interaction: async () => (await import('./interaction.ts')).interaction,
  loading: async () => (await import('./loading.ts')).loading,
  operations: async () => (await import('./operations.ts')).operations,
  pages: async () => (await import('./pages.ts')).pages,
  primary: async () => (await import('./primary.ts')).primary,
  repeat: async () => (await import('./repeat.ts')).repeat,
  requests: async () => (await import('./requests.ts')).requests,
}

const command = {
  name: 'bench',
  about: 'Measures the portal, or a part of it, and prints the figures. Run it while nothing else uses the machine.',
  takes: `<${Object.keys(benches).join('|')}> [number of operations | kind …]`,
  settings: { ROUNDS: 'how many visits of each page `loading` has, 7 unless set' },
} as const

await runCommand(command, async ({ positionals: [name = '', ...args] }, running) => {
  const load = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (!load) throw new CommandError(`There is no bench «${name}». Choose one of: ${Object.keys(benches).join(', ')}`)
  const bench = await load()
  await bench(running, args)
})
