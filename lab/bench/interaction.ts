import { chromium } from '@playwright/test'
import { CommandError, type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { browserOptions } from '../../e2e/fixtures/browser-options.ts'
import { startPortal } from '../drills/portal.ts'
import { type Interaction, interactions } from './interaction/interactions.ts'
import type { Measured } from './interaction/measure.ts'
import { visitAtOnce, visitWhenIdle } from './interaction/visit.ts'

const limitMs = 200
const paths = [...new Set(interactions.map(({ path }) => path))]

/**
 * Measures on a phone with a CPU four times slower how long each interaction takes to the next paint, as INP does, and
 * to its result. Exit code 1 when a median to the next paint is above 200 ms.
 */
export async function interaction(running: Running, chosen: readonly string[]): Promise<void> {
  const unknown = chosen.find((path) => !paths.includes(path))
  if (unknown) throw new CommandError(`There is nothing to measure on ${unknown}`)
  const rounds = Number(process.env.ROUNDS ?? 7)
  const portal = await startPortal(running)
  const browser = await chromium.launch(browserOptions())
  running.started({ stop: () => browser.close() })

  say(`Medians of ${rounds} visits: ms to the next paint → ms to the result`)
  say(row('', ['as soon as shown', 'when idle', 'again']))
  for (const one of interactions) {
    if (chosen.length > 0 && !chosen.includes(one.path)) continue
    await measureRounds(one, rounds)
  }

  async function measureRounds(one: Interaction, rounds: number): Promise<void> {
    const figures: [atOnce: Measured[], idle: Measured[], again: Measured[]] = [[], [], []]
    for (let round = 0; round < rounds; round += 1) {
      const measured = [await visitAtOnce(browser, portal, one), ...(await visitWhenIdle(browser, portal, one))]
      for (const [index, figure] of measured.entries()) figures[index]?.push(figure)
    }
    say(row(`${one.path}  ${one.name}`, figures.map(described)))
    if (figures.some((all) => median(all, 'paintMs') > limitMs)) process.exitCode = 1
  }
}

function row(title: string, columns: readonly string[]): string {
  return title.padEnd(46) + columns.map((column) => column.padStart(17)).join('')
}

function described(all: readonly Measured[]): string {
  if (all.length === 0) return ''
  return `${median(all, 'paintMs').toFixed(0)} → ${median(all, 'resultMs').toFixed(0)}`
}

function median(all: readonly Measured[], key: keyof Measured): number {
  const values = all.map((one) => one[key])
  return percentile(values, 0.5)
}
