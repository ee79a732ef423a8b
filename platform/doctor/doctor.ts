// `npm run doctor`, or `node platform/doctor/doctor.ts` on a server.
import { accessSync, constants, existsSync } from 'node:fs'
import { CommandError, runCommand, say } from '@portal/command/command'
import type { Finding, Variables } from './check.ts'
import { diagnose, readEnvFile } from './diagnose.ts'

/** The files of the units (docs/deploy). */
const UNIT_FOLDER = '/etc/portal'
const UNIT_FILES = [`${UNIT_FOLDER}/api.env`, `${UNIT_FOLDER}/portal.env`]

const command = {
  name: 'doctor',
  about:
    'Checks settings and what they name: database, releases, providers, proxy, backup. It changes nothing and prints no secret. Without a file it checks those in /etc/portal or, where there are none, its environment.',
  takes: '[file …]',
} as const

await runCommand(command, async ({ positionals }) => {
  const files = positionals.length > 0 ? positionals : unitFiles()
  let wrong = 0
  const report = ({ level, subject, text }: Finding) => {
    if (level === 'WRONG') wrong += 1
    say(`${level.padEnd(5)}  ${subject.padEnd(10)}  ${text}`)
  }
  const reportAll = async (env: Variables) => {
    for await (const finding of diagnose(env)) report(finding)
  }
  if (files.length === 0) await reportAll(environment())
  for (const file of files) {
    say(`\n${file}`)
    const { env, finding } = await readEnvFile(file)
    report(finding)
    await reportAll(env)
  }
  if (wrong > 0) throw new CommandError(`\nChecks that failed: ${wrong}`)
})

/** @throws CommandError when only root can read their folder */
function unitFiles(): string[] {
  try {
    if (existsSync(UNIT_FOLDER)) accessSync(UNIT_FOLDER, constants.X_OK)
  } catch {
    throw new CommandError(`${UNIT_FOLDER} cannot be read: run this as root`)
  }
  return UNIT_FILES.filter((file) => existsSync(file))
}

function environment(): Variables {
  const given = Object.entries(process.env).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return { NODE_ENV: 'production', ...Object.fromEntries(given) }
}
