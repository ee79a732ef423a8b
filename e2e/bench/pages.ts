import { runCommand } from '@portal/command/command'
import { measurePages } from './pages/measure-pages.ts'

const command = {
  name: 'bench:pages',
  about:
    'Measures pages that the server renders: processor time and memory, pages a second, latency at 80 % of that load and at five times of it. The generator of the load runs on the same machine. The portal has to be built before. Figures of a busy machine mean nothing.',
} as const

await runCommand(command, async (_, running) => await measurePages(running))
