import { chmod } from 'node:fs/promises'
import { type Running, temporaryFolder } from '@portal/command/command'
import { freePorts } from '@portal/command/free-ports'
import { findServers } from '../../../.ci/servers.ts'
import { startNginx } from '../../../e2e/replicas/nginx.ts'
import { type DrillPortal, startPortal } from '../portal.ts'

const MAX_OPEN_FILES = 1_024

export type ProxiedPortal = {
  portal: DrillPortal
  /** The address of nginx, and its port. */
  origin: string
  port: number
  /** Starts the second portal that nginx knows. */
  startSecond(): Promise<void>
}

/**
 * Starts a portal behind nginx with the settings of docs/servers.md, but without TLS: else a measurement is one of
 * handshakes.
 */
export async function startBehindNginx(running: Running): Promise<ProxiedPortal> {
  const options = {
    wrap: ['bash', '-c', `ulimit -n ${MAX_OPEN_FILES} && exec "$@"`, 'bash'],
    env: { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' },
  }
  const portal = await startPortal(running, options)
  const [port = 0, plainPort = 0, secondPort = 0] = await freePorts(3)
  const folder = await temporaryFolder(running, 'nginx')
  // nginx runs as another user, which must be able to read the files.
  await chmod(folder, 0o755)
  const ports = [portal.port, secondPort]
  const nginxOptions = { folder, port, plainPort, portals: ports, apis: ports, hasTls: false }
  running.started(await startNginx(findServers().NGINX_PATH, nginxOptions))
  return {
    portal,
    origin: `http://127.0.0.1:${port}`,
    port,
    async startSecond() {
      await startPortal(running, { ...options, port: secondPort, beside: portal })
    },
  }
}
