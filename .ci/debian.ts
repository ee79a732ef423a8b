import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Asked by Debian before it starts a service that was installed; 101: do not. */
const servicePolicy = '/usr/sbin/policy-rc.d'

/** Installs packages and starts none of their services. Does nothing where there is no Debian or no right to do so. */
export function installFromDebian(...packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stdout.write(`Installing Debian’s ${packages.join(' and ')}…\n`)
  const hasPolicy = existsSync(servicePolicy)
  if (!hasPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync('apt-get', args, { env, stdio: 'ignore' })
  }
  if (!hasPolicy) rmSync(servicePolicy)
}
