import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { say } from '@portal/command/command'
import { repository } from '@portal/platform/bundler/paths'

export type Operator = ReturnType<typeof createOperator>

/**
 * Returns `npm run admin` of an operator. It prints the command, and returns what that prints as JSON,
 * also where it ends with 1 because it has found something.
 */
export function createOperator(origin: string, name: string, secret: string) {
  const env = { ...process.env, PORTAL_ORIGIN: origin, ADMIN_TOKEN: `${name}:${secret}` }
  return async (...args: string[]): Promise<unknown> => {
    say(`${name}$ npm run admin -- ${args.map(quoted).join(' ')}`)
    const run = promisify(execFile)(process.execPath, ['api/admin/admin.ts', ...args, '--json'], {
      cwd: repository,
      env,
    })
    const { stdout } = await run.catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error
      return { stdout: error.stdout }
    })
    return JSON.parse(stdout)
  }
}

function quoted(argument: string): string {
  return /^[\p{L}\d.,:/+_-]+$/u.test(argument) ? argument : `'${argument}'`
}
