import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProgram, type Program, runToEnd } from '@portal/command/program'
import { password } from '../../../e2e/replicas/postgres.ts'
import { documented } from './documented.ts'
import type { Machine } from './network.ts'

/** A machine with a member of etcd, and a PostgreSQL under Patroni. */
export type Member = Machine & { etcd: Program; patroni: Program }

export type ClusterPrograms = { patroni: string; etcd: string; bin: string }

/** Configures the programs of a machine as docs/deploy/database does, and returns them before they are started. */
export async function prepareMember(
  machine: Machine,
  folder: string,
  programs: ClusterPrograms,
  machines: readonly Machine[],
): Promise<Member> {
  const home = join(folder, machine.name)
  await mkdir(join(home, 'etcd'), { recursive: true })
  const addresses = machines.map(({ address }, index) => [`10.0.0.1${index + 1}`, address] as const)
  const isFirst = machine.name === machines[0]?.name
  /** Documents have the configuration of the first machine. */
  const ofThisMachine = (text: string) => {
    const [, first = ''] = addresses[0] ?? []
    return isFirst ? text : text.replaceAll(new RegExp(`${first}(?=:(8008|5432))`, 'g'), machine.address)
  }
  const patroniConfig = ofThisMachine(
    await documented('database/patroni.yml', [
      ...addresses,
      ['10.0.0.0/24', '0.0.0.0/0'],
      ['name: db1', `name: ${machine.name}`],
      ['/var/lib/postgresql/15/portal', join(home, 'data')],
      ['/usr/lib/postgresql/15/bin', programs.bin],
      ['/var/lib/postgresql/portal.pgpass', join(home, 'pgpass')],
      ['/var/run/postgresql', home],
      ['PASSWORD-1', password],
      ['PASSWORD-2', password],
      ['PASSWORD-3', password],
      ['mode: automatic', 'mode: off'],
    ]),
  )
  const configFile = join(home, 'patroni.yml')
  await writeFile(configFile, patroniConfig)
  const settings = Object.fromEntries(
    (await documented('database/etcd', addresses))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const ownSettings = Object.fromEntries(
    Object.entries(settings).map(([name, value = '']) => [
      name,
      /LISTEN|ADVERTISE/.test(name) ? value.replace(addresses[0]?.[1] ?? '', machine.address) : value,
    ]),
  )
  await chmod(home, 0o755)
  if (process.getuid?.() === 0) await runToEnd('chown', ['-R', '65534:65534', home])
  await chmod(home, 0o700)
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' }
  const etcd = createProgram({
    ...machine.command(programs.etcd, []),
    options: { cwd: '/', env: { ...env, ...ownSettings, ETCD_NAME: machine.name, ETCD_DATA_DIR: join(home, 'etcd') } },
    isReady: async () => (await fetch(`http://${machine.address}:2379/health`)).ok,
  })
  const patroni = createProgram({
    ...machine.command(programs.patroni, [configFile]),
    options: { cwd: '/', env },
    isReady: async () => (await fetch(`http://${machine.address}:8008/health`)).ok,
  })
  return { ...machine, etcd, patroni }
}
