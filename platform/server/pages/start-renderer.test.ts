import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { RenderFailure } from '../../rendering/render-process.ts'
import type { RendererOptions } from '../../rendering/renderer.ts'
import { startRenderer } from './start-renderer.ts'

const message = 'TypeError: No tips for Анна: 15 169 ₽\n    at Page (/releases/mfe-tips/t1/server.cjs:2:345)'
const summary = 'TypeError\n    at /releases/mfe-tips/t1/server.cjs:2:345'

/** Returns the log and the events of telemetry after a page has failed and its console has got a line. */
async function reported(isDemo: boolean) {
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } })
  onTestFinished(() => app.close())
  const events = Promise.withResolvers<unknown>()
  app.post('/api/v1/telemetry', async ({ body }) => events.resolve(body))
  const created = Promise.withResolvers<RendererOptions>()
  startRenderer(app, {
    releases: { filesFolder: '' },
    isDemo,
    createRenderer(options) {
      created.resolve(options)
      return { render: async () => undefined, prepare: async () => {}, close: async () => {} }
    },
  })
  await app.ready()
  const { onFailure, log: logLine } = await created.promise
  const error = new RenderFailure('threw', 'mfe-tips', message, summary)
  onFailure({ remote: 'mfe-tips', version: 't1', reason: 'threw', error })
  logLine({ remote: 'mfe-tips' }, 'Анна: 15 169 ₽')
  return { log: lines.join('') + JSON.stringify(await events.promise) }
}

test('the log and the telemetry say nothing of what a page says', async () => {
  const { log } = await reported(false)
  expect(log).not.toMatch(/Анна|15\s169|₽/)
  expect(log).toContain('"remote":"mfe-tips","version":"t1","reason":"threw"')
  expect(log).toContain('"place":"server.cjs:2:345"')
  expect(log).toContain('The console of a page got 14 characters')
})

test('the log of a demo has what a page says', async () => {
  const { log } = await reported(true)
  expect(log).toContain('No tips for Анна')
  expect(log).toContain('"msg":"Анна: 15 169 ₽"')
})
