import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { provideApplicationLogin } from '../application-role.ts'
import { withClient } from '../connect-client.ts'
import { startEmbedded } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { makeTestFolder } from './test-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL with this run's test databases. */
    cluster: string
    /** The URL of that PostgreSQL for the role that the application signs in with. */
    applicationCluster: string
  }
}

export const templateDatabase = 'portal_template'

/** Vitest's global setup: one PostgreSQL for each run, or the server that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startCluster()
  await makeTemplate(url)
  const cluster = withLongTimeout(url)
  project.provide('cluster', cluster)
  project.provide('applicationCluster', await provideApplicationLogin(cluster))
  return stop
}

/** On a slow machine, connections and calls that wait for one in a pool need more than the usual 5 s. */
function withLongTimeout(cluster: string): string {
  const url = new URL(cluster)
  url.searchParams.set('connect_timeout', '60')
  return url.href
}

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
  const folder = await makeTestFolder('portal-test-')
  // Tests need not survive a power cut. Autovacuum would gather statistics at any moment, and change plans with them.
  const server = await startEmbedded(folder, { fsync: 'off', autovacuum: 'off', max_connections: '300' })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function makeTemplate(cluster: string): Promise<void> {
  await withClient(cluster, async (client) => {
    await client.query(`drop database if exists ${templateDatabase} with (force)`)
    await client.query(`create database ${templateDatabase}`)
  })
  await migrate(databaseUrl(cluster, templateDatabase))
}

/** Returns the URL of a database: `postgres://…/postgres?host=…` → `postgres://…/name?host=…` */
export function databaseUrl(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}
