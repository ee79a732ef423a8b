import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '@portal/command/command'
import { createRoles, password } from '../../../e2e/replicas/postgres.ts'
import { clusterState } from './cluster-state.ts'
import { type ClusterPrograms, type Member, prepareMember } from './member.ts'
import { type StartNetwork, startNetwork } from './network.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const memberNames = ['db1', 'db2', 'db3']

/**
 * Starts three machines with etcd, PostgreSQL and Patroni, configured as in docs/deploy/database, with the roles and
 * the database that docs/deploy.md requires.
 */
export async function startCluster(
  running: Running,
  folder: string,
  { patroni, etcd, bin }: ClusterPrograms,
  start: StartNetwork = startNetwork,
) {
  const { address, machines } = await start(running, memberNames, folder)
  const own = await Promise.all(
    machines.map((machine) => prepareMember(machine, folder, { patroni, etcd, bin }, machines)),
  )
  for (const each of own) running.started({ stop: () => each.end() })
  const members: Member[] = own.map(({ member }) => member)
  await Promise.all(members.map((member) => member.etcd.start()))
  await Promise.all(members.map((member) => member.patroni.start()))

  /** Writes what the members have logged since their last start, to files of a folder. */
  async function saveLogs(to: string): Promise<void> {
    await mkdir(to, { recursive: true })
    for (const { name, patroni, etcd } of members) {
      await writeFile(join(to, `${name}-patroni.log`), patroni.output())
      await writeFile(join(to, `${name}-etcd.log`), etcd.output())
    }
  }

  const state = clusterState(members)
  await state.untilWhole()
  const first = await state.primary()
  await createRoles(`postgres://postgres:${password}@${first?.address}:5432/postgres`)

  return {
    /** The address of this process in the network of the members. */
    address,
    members,
    password,
    ...state,
    saveLogs,
    /** The ids of PostgreSQL's and Patroni's processes. */
    async databaseProcesses(member: Member): Promise<number[]> {
      const all = await member.processes()
      const names = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
      return all.filter((_, index) => !names[index]?.startsWith('etcd'))
    },
    /** The process whose end ends a PostgreSQL. */
    async postmaster(member: Member): Promise<number> {
      return Number.parseInt(await readFile(join(folder, member.name, 'data/postmaster.pid'), 'utf8'), 10)
    },
  }
}
