import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { provideApplicationLogin } from '../application-role.ts'
import { connect } from '../connect.ts'
import { startEmbedded } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { makeTestFolder } from '../test-folder.ts'
import type { TestDatabase } from '../testing.ts'

export type ReplicatedDatabase = TestDatabase & {
  standby: Pick<TestDatabase, 'url' | 'applicationUrl'> & {
    /** Ends it at once; it starts again by itself. */
    kill(): Promise<void>
  }
}

/** Starts a migrated PostgreSQL of its own, and a standby that follows it. */
export async function replicatedDatabase(): Promise<ReplicatedDatabase> {
  const settings = { fsync: 'off', autovacuum: 'off' }
  const folder = await makeTestFolder('portal-primary-')
  const standbyFolder = await makeTestFolder('portal-standby-')
  const first = await startEmbedded(folder, settings)
  await migrate(first.url)
  await first.stop()
  await cp(folder, standbyFolder, { recursive: true })
  await writeFile(join(standbyFolder, 'cluster/data/standby.signal'), '', { mode: 0o666 })

  const primary = await startEmbedded(folder, settings)
  const { hostname, port, username, password, searchParams } = new URL(primary.url)
  const host = searchParams.get('host') ?? hostname
  const primary_conninfo = `host=${host} port=${port} user=${username} password=${password}`
  const standby = await startEmbedded(standbyFolder, { ...settings, primary_conninfo })
  const applicationUrl = await provideApplicationLogin(primary.url)
  const standbyUrl = withLoginOf(applicationUrl, standby.url)
  const connection = connect(applicationUrl, { replicaUrl: standbyUrl })
  await connection.watch?.ready

  return {
    ...connection,
    url: primary.url,
    applicationUrl,
    standby: {
      url: standby.url,
      applicationUrl: standbyUrl,
      async kill() {
        const [id] = (await readFile(join(standbyFolder, 'cluster/data/postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(id), 'SIGQUIT')
      },
    },
    async drop() {
      await connection.close()
      await standby.stop()
      await primary.stop()
      for (const each of [folder, standbyFolder]) await rm(each, { recursive: true })
    },
  }
}

/** The standby has the roles of the primary. */
function withLoginOf(applicationUrl: string, serverUrl: string): string {
  const url = new URL(serverUrl)
  Object.assign(url, { username: '', password: '' })
  for (const name of ['user', 'password']) {
    url.searchParams.set(name, new URL(applicationUrl).searchParams.get(name) ?? '')
  }
  return url.href
}
