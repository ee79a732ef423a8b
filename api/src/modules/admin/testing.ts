import { runAdmin } from '@portal/admin/run-admin'
import type { TestApi } from '../../http/testing.ts'

export type CommandResult = { code: number; output: string; errors: string }

/** Returns `npm run admin` against the API, which listens for it: `await admin('restaurant', 'list')`. */
export async function adminCommand(api: TestApi) {
  const portal = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { name = '', token = '' } = api.settings.operators[0] ?? {}
  return async (...args: string[]): Promise<CommandResult> => {
    const output: string[] = []
    const errors: string[] = []
    const code = await runAdmin(args, {
      env: { ADMIN_TOKEN: `${name}:${token}`, PORTAL_ORIGIN: portal },
      print: (line) => output.push(line),
      printError: (line) => errors.push(line),
    })
    return { code, output: output.join('\n'), errors: errors.join('\n') }
  }
}
