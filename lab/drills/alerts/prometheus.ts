import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Running, temporaryFolder } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { createProgram } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { findPrometheus } from '../../../.ci/servers.ts'

type Alert = { labels: { alertname: string } }

/**
 * Starts a Prometheus that scrapes these targets each second and evaluates the rules of docs/deploy/alerts.yml without
 * their waiting times. Returns the alerts that fire and the names of all alerts.
 */
export async function startPrometheus(running: Running, targets: readonly string[], token: string) {
  const folder = await temporaryFolder(running, 'prometheus')
  const rules = await readFile(join(repository, 'docs/deploy/alerts.yml'), 'utf8')
  await writeFile(join(folder, 'alerts.yml'), rules.replace(/^ +for: \w+\n/gm, ''))
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(folder, 'alerts.yml')],
    scrape_configs: [
      { job_name: 'portal', authorization: { credentials: token }, static_configs: [{ targets: [...targets] }] },
    ],
  }
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const origin = `http://127.0.0.1:${await freePort()}`
  const prometheus = createProgram({
    command: findPrometheus('prometheus'),
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(origin).host}`,
    ],
    isReady: async () => (await fetch(`${origin}/-/ready`)).ok,
  })
  await prometheus.start()
  running.started({ stop: async () => void (await prometheus.end('SIGTERM')) })
  return {
    names: [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name),
    async firing(): Promise<Set<string>> {
      const response = await fetch(`${origin}/api/v1/alerts`)
      const { data } = (await response.json()) as { data: { alerts: Alert[] } }
      return new Set(data.alerts.map(({ labels }) => labels.alertname))
    },
  }
}
