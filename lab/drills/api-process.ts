import { join } from 'node:path'
import { createProgram } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { serviceSettings } from './portal.ts'

/**
 * Describes an API of a drill on this machine, with the demo users, without a portal server.
 * `folder` is for its images.
 */
export function apiProgram(port: number, folder: string, env: Record<string, string>) {
  const origin = `http://127.0.0.1:${port}`
  const api = createProgram({
    command: process.execPath,
    args: ['api/src/main.ts'],
    options: {
      cwd: repository,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'development',
        DEMO_TIPS: 'off',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
        PORT: String(port),
        PORTAL_DATA: join(folder, 'data'),
        ...serviceSettings,
        ...env,
      },
    },
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  return { ...api, origin }
}
