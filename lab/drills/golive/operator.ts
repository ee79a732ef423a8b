import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { say } from '@portal/command/command'
import { repository } from '@portal/platform/bundler/paths'
import type { Deployment } from './deployment.ts'

const run = promisify(execFile)

export type Operator = ReturnType<typeof operatorOf>

/**
 * Returns `npm run admin` of an operator: it prints the command, and returns what that prints as JSON.
 * It throws when it fails.
 */
export function operatorOf({ origin, operators }: Deployment, name: keyof Deployment['operators']) {
  const env = { ...process.env, PORTAL_ORIGIN: origin, ADMIN_TOKEN: `${name}:${operators[name]}` }
  return async (...args: string[]): Promise<unknown> => {
    say(`${name}$ npm run admin -- ${args.map(quoted).join(' ')}`)
    const { stdout } = await run(process.execPath, ['api/admin/admin.ts', ...args, '--json'], { cwd: repository, env })
    return JSON.parse(stdout)
  }
}

function quoted(argument: string): string {
  return /^[\p{L}\d.,:/+_-]+$/u.test(argument) ? argument : `'${argument}'`
}
