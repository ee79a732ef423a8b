import { rejectBrokenRequest } from '@portal/api/http/client-errors'
import { endGracefully } from '@portal/api/http/end-gracefully'
import { createHttpServer } from '@portal/api/http/http-server'
import { createRequestLogger, readRequestId } from '@portal/api/http/trace-context'
import { traceRequests } from '@portal/api/http/trace-requests'
import type { PublicSettings } from '@portal/contracts/public-settings'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Transport } from './http/security.ts'
import { createRejections } from './pages/rejections.ts'

export type ServerOptions = Transport & {
  /** Returns the API's settings for all pages, or undefined when they are not known yet. */
  publicSettings?: (() => PublicSettings | undefined) | undefined
  /** Addresses of proxies that are trusted about the browser's address. */
  trustProxy?: readonly string[]
  /** Aborted when the process is about to end. */
  stopping?: AbortSignal | undefined
}

/** The log of the process. An API in this process also admits its requests. */
type ProcessParts = { log?: FastifyBaseLogger | undefined; admission?: FastifyInstance['admission'] }

/** Creates the server without routes. Its plugins inherit the handlers of requests that no route serves. */
export function createServer(options: ServerOptions, { log, admission }: ProcessParts = {}): FastifyInstance {
  const rejections = createRejections({
    transport: options,
    // No request arrives before the releases are known.
    shell: () => app.published().shell,
    isSandboxBank: () => options.publicSettings?.()?.sandbox_bank === true,
  })
  const app = Fastify({
    clientErrorHandler(error, socket) {
      if (!rejections.endTooLong(error, socket)) rejectBrokenRequest(error, socket)
    },
    // On a slow machine the plugins take more than the usual 10 s.
    pluginTimeout: 0,
    // The API of another process decides about its own requests.
    serverFactory: (handler) => createHttpServer(admission?.guard(handler) ?? handler),
    // Received requests, and later ones on a connection that is in use, get their response before the server closes.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: [...(options.trustProxy ?? [])],
    requestIdHeader: false,
    genReqId: readRequestId,
    childLoggerFactory: createRequestLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be decoded, such as `/%E0%A4%A`, has no route here or in the API.
    frameworkErrors: (_error, request, reply) => rejections.notFound(request as FastifyRequest, reply as FastifyReply),
    ...(log && { loggerInstance: log }),
  })
  endGracefully(app, options.stopping)
  traceRequests(app, 'portal')
  app.setNotFoundHandler(rejections.notFound)
  app.setErrorHandler(rejections.failed)
  return app
}
