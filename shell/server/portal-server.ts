import type { FastifyInstance } from 'fastify'

export type PortalOptions = {
  /** The API in this process. Either this or `apiUrl`. */
  api?: FastifyInstance
  /** The API of another process: `http://127.0.0.1:3100`. */
  apiUrl?: string
  /** What the build published: `registry.json` and `releases/`. Default: `dist` of the repository. */
  distFolder?: string
  /** The portal is reached by https: strict transport security is promised. */
  tls?: boolean
}

/** The one server that browsers see: HTML, static releases, security headers, the API behind `/api`. */
export async function createPortalServer(options: PortalOptions): Promise<FastifyInstance> {
  throw new Error(`Not built yet: ${options.distFolder}`)
}
