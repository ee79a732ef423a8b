import Fastify from 'fastify'
import type { App, AppDependencies } from './http/app-dependencies.ts'

/** The API, not yet listening. The caller closes it; what it was built from stays the caller's. */
export async function createApp(deps: AppDependencies): Promise<App> {
  const app: App = Fastify({ loggerInstance: deps.log, trustProxy: deps.settings.trustProxy })
  return app
}
