import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outcomeOf, type Program, programOf } from '@portal/command/program'
import { documented } from '../cluster/documented.ts'
import type { Machine } from '../cluster/network.ts'

type Web = {
  machine: Machine
  /** The other machine with nginx. */
  peer: Machine
  nginx: string
  keepalived: string
  /** For its configuration, and what it writes. */
  folder: string
  /** The address that one of the two machines has. */
  shared: string
  tls: { key: string; certificate: string }
  /** `10.0.0.31:3000`, two of each. */
  portals: readonly string[]
  apis: readonly string[]
}

/** Describes nginx and keepalived with the configurations of docs/deploy, as root on a machine of their own. */
export async function webPrograms(web: Web): Promise<Program[]> {
  const { machine, peer, nginx, keepalived, folder, shared, tls, portals, apis } = web
  const site = await documented('nginx.conf', [
    ['tips.example;', `${shared};`],
    ['https://tips.example', `https://${shared}`],
    ['/etc/letsencrypt/live/tips.example/fullchain.pem', tls.certificate],
    ['/etc/letsencrypt/live/tips.example/privkey.pem', tls.key],
    ['/var/cache/nginx-portal', join(folder, 'cache')],
    ['/var/log/nginx/portal.log', join(folder, 'access.log')],
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
    ...portals.map((at, index) => [`127.0.0.1:${3000 + index}`, at] as const),
    ...apis.map((at, index) => [`127.0.0.1:${3100 + index}`, at] as const),
  ])
  const vrrp = await documented('keepalived.conf', [
    ['eth0', machine.device],
    ['10.0.0.20/24', `${shared}/24`],
    ['unicast_src_ip 10.0.0.21', `unicast_src_ip ${machine.address}`],
    ['        10.0.0.22', `        ${peer.address}`],
  ])
  const [config, vrrpConfig] = [join(folder, 'nginx.conf'), join(folder, 'keepalived.conf')]
  await mkdir(join(folder, 'temporary'))
  await writeFile(join(folder, 'portal.conf'), site)
  await writeFile(config, surroundings(folder))
  await writeFile(vrrpConfig, vrrp, { mode: 0o600 })

  const pids = ['pid', 'vrrp_pid', 'checkers_pid'].map((name) => `--${name}=${join(folder, name)}`)
  return [
    programOf({
      ...machine.command(nginx, ['-c', config, '-e', join(folder, 'error.log')], { asRoot: true }),
      isReady: async () =>
        (await outcomeOf(...asArguments(machine.command('curl', ['-so', '/dev/null', 'http://127.0.0.1/'])))).code ===
        0,
    }),
    programOf({
      ...machine.command(keepalived, ['-n', '-l', '-D', '-f', vrrpConfig, ...pids], { asRoot: true }),
      isReady: (output) => /Entering (BACKUP|MASTER) STATE/.test(output),
    }),
  ]
}

function asArguments({ command, args }: ReturnType<Machine['command']>): [string, string[]] {
  return [command, args]
}

/** Returns the main configuration, as in Debian's nginx.conf. */
function surroundings(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    user nobody nogroup;
    pid ${folder}/nginx.pid;
    worker_processes 2;
    events { worker_connections 768; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/temporary/${name};`).join('\n')}
      access_log off;
      include ${folder}/portal.conf;
    }
  `
}
