import { spawnSync } from 'node:child_process'
import { CommandError, runCommand } from '../api/command/command.ts'
import { root } from './step.ts'

const command = {
  name: 'sbom',
  about:
    'Prints what is deployed as CycloneDX JSON: the packages of the servers and of the bundles, with licenses and hashes.',
  options: {
    out: { type: 'string', value: 'file', about: 'writes it to a file instead' },
  },
} as const

/** Lists the deployed packages that run, without those that build and test them. */
const deployed = ['--prod', '--filter', '@portal/platform...', '--filter', './shell', '--filter', './mfe-*']
const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']

await runCommand(command, async ({ values: { out } }) => {
  // The program of pnpm, as run.mjs or pnpm itself names it to the scripts that it runs.
  const { npm_execpath: pnpm = 'pnpm' } = process.env
  const [program = pnpm, ...before] = /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm]
  const args = [...before, 'sbom', ...format, ...deployed, ...(out ? ['--out', out] : [])]
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error || status !== 0)
    throw new CommandError(`pnpm could not list the packages: ${error?.message ?? `exit code ${status}`}`)
})
