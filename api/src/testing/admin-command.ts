import { runAdmin } from '@portal/admin/run-admin'
import type { TestApi } from '../http/testing/test-api.ts'

export type CommandResult = { code: number; output: string; errors: string }

/**
 * Returns the command `npm run admin` for an API, which listens for it: `await admin('restaurant', 'list')`, or
 * `admin.another(…)` as another operator.
 */
export async function createAdminCommand(api: TestApi) {
  const portal = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const [first, another] = api.settings.operators.map(
    ({ name, token }) =>
      async (...args: string[]): Promise<CommandResult> => {
        const output: string[] = []
        const errors: string[] = []
        const code = await runAdmin(args, {
          env: { ADMIN_TOKEN: `${name}:${token}`, PORTAL_ORIGIN: portal },
          print: (line) => output.push(line),
          printError: (line) => errors.push(line),
        })
        return { code, output: output.join('\n'), errors: errors.join('\n') }
      },
  )
  if (!first || !another) throw new Error('the API has to have two operators')
  return Object.assign(first, { another })
}
