import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { BuildState } from '../server/inline/overlay.ts'
import { originalStack } from './original-stack.ts'
import type { DevBundle } from './proxy-bundle.ts'

/** Serves the overlay of the page (overlay.ts): a stream of compile errors, and stacks mapped to their sources. */
export function serveProblems(app: FastifyInstance, bundles: readonly DevBundle[]): void {
  const problems = new Map<string, BuildState['problems']>()
  const pages = new Set<ServerResponse>()
  let builtAt = 0
  const send = (page: ServerResponse) => {
    const state: BuildState = { problems: [...problems.values()].flat(), builtAt }
    page.write(`data: ${JSON.stringify(state)}\n\n`)
  }
  for (const { name = '', onBuilt } of bundles) {
    onBuilt?.((found) => {
      problems.set(
        name,
        found.map((problem) => ({ ...problem, bundle: name })),
      )
      if (found.length === 0) builtAt = Date.now()
      for (const page of pages) send(page)
    })
  }
  app.get('/dev/problems', (_request, reply) => {
    reply.hijack()
    const page = reply.raw
    page.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    pages.add(page)
    page.once('close', () => pages.delete(page))
    send(page)
  })
  // The server would wait for the streams, which do not end.
  app.addHook('preClose', async () => {
    for (const page of pages) page.end()
  })
  app.post<{ Body: string }>('/dev/stack', ({ body }) => originalStack(body, bundles))
}
