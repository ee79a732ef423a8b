import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs packages one process at a time, because two clones may run tests at the same time. policy-rc.d exits with
 * 101, so Debian starts no service of a new package. The package lists are renewed first, because those of an image are
 * months old. Without a network the old ones are used.
 */
const script = `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  trap 'exit 1' INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
install() { apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"; }
apt-get -o DPkg::Lock::Timeout=600 update || true
install "$@"
`

/** Installs packages without starting their services. Does nothing outside of Debian or without root. */
export function installFromDebian(...packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stderr.write(`Installing Debian’s ${packages.join(' and ')}…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const args = ['/tmp/portal-apt.lock', 'sh', '-c', script, 'sh', ...packages]
  const { status, stderr } = spawnSync('flock', args, { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) process.stderr.write(stderr)
}
