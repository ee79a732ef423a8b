import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { adminAuditRoutes } from './base/audit/admin-routes.ts'
import { adminProposalRoutes } from './base/proposals/admin-routes.ts'
import { storedImageRoutes, uploadRoutes } from './base/uploads/routes.ts'
import { demoSmsRoutes } from './demo/sms-page.ts'
import { ADMISSION_LIMITS, Admission } from './http/admission/admission.ts'
import type { App } from './http/app-dependencies.ts'
import { rejectBrokenRequest } from './http/client-errors.ts'
import { compressJson } from './http/compress-json.ts'
import { guardOrigin } from './http/csrf.ts'
import { acceptEmptyBody } from './http/empty-body.ts'
import { endGracefully } from './http/end-gracefully.ts'
import { createHttpServer } from './http/http-server.ts'
import { handleProblems, sendProblem } from './http/problem-handler.ts'
import { guardServices } from './http/service-token.ts'
import {
  createRequestLogger,
  currentTraceparent,
  parseTraceId,
  readRequestId,
  requestIds,
} from './http/trace-context.ts'
import { traceRequests } from './http/trace-requests.ts'
import { warnAboutUnknownProxy } from './http/unknown-proxy.ts'
import { appLockRoutes } from './identity/app-lock/routes.ts'
import type { AccountSecured, ReadConfirmation } from './identity/dependencies.ts'
import { adminDisablingRoutes } from './identity/disabling/admin-routes.ts'
import { guardOperatorSessions } from './identity/operator-access/guard.ts'
import { operatorAccessRoutes } from './identity/operator-access/routes.ts'
import { otpRoutes } from './identity/otp/routes.ts'
import { passkeyRoutes } from './identity/passkeys/routes.ts'
import { passwordRoutes } from './identity/password/routes.ts'
import { guardSession } from './identity/session/guard.ts'
import { sessionRoutes } from './identity/session/routes.ts'
import { userSessionRoutes } from './identity/user-sessions/routes.ts'
import { liveRoutes } from './messages/live/routes.ts'
import { pushRoutes } from './messages/push/routes.ts'
import { balanceRoutes } from './money/balance/routes.ts'
import { adminLedgerRoutes } from './money/ledger/admin-routes.ts'
import { openWallets } from './money/ledger/ledger.ts'
import { operationRoutes } from './money/operations/routes.ts'
import { reviewRoutes } from './money/reviews/routes.ts'
import { statementRoutes } from './money/statements/routes.ts'
import { createCeilingChecks } from './money/tips/ceilings.ts'
import { tipRoutes } from './money/tips/routes.ts'
import { tipWebhook } from './money/tips/webhook.ts'
import { trendRoutes } from './money/trend/routes.ts'
import { adminPayoutRoutes } from './payouts/admin-routes.ts'
import { autoWithdrawalRoutes } from './payouts/auto-withdrawal/routes.ts'
import { stopRules } from './payouts/auto-withdrawal/stop-rules.ts'
import { readConfirmationRequest } from './payouts/confirmation-request.ts'
import { payoutMethodRoutes } from './payouts/payout-methods/routes.ts'
import { adminReconciliationRoutes } from './payouts/reconciliation/admin-routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { sharingRoutes } from './payouts/sharing/routes.ts'
import { vaultRoutes } from './payouts/vault/routes.ts'
import type { PortalDependencies } from './portal/dependencies.ts'
import { callerAddressRoutes, healthRoutes } from './portal/health/routes.ts'
import { metricsRoutes } from './portal/metrics/routes.ts'
import { openapiRoutes } from './portal/openapi/routes.ts'
import { operatorRoutes } from './portal/operators/routes.ts'
import { restoreDebtor } from './portal/personal-data/debtors.ts'
import { personalDataRoutes } from './portal/personal-data/routes.ts'
import { publicSettingsRoutes } from './portal/public-settings/routes.ts'
import { releaseRoutes } from './portal/releases/routes.ts'
import { sessionBootstrapRoutes } from './portal/session-bootstrap/routes.ts'
import { telemetryRoutes } from './portal/telemetry/routes.ts'
import { requestContext } from './process/request-context.ts'
import { adminEmployeeRoutes } from './staff/employees/admin-routes.ts'
import { employeeRoutes } from './staff/employees/routes.ts'
import { adminInvitationRoutes } from './staff/invitations/admin-routes.ts'
import { invitationRoutes } from './staff/invitations/routes.ts'
import { profileRoutes } from './staff/profile/routes.ts'
import { adminRestaurantRoutes } from './staff/restaurants/admin-routes.ts'
import { teamRoutes } from './staff/team/routes.ts'
import { adminUserRoutes } from './staff/users/admin-routes.ts'

/** The largest body of a page's request. Routes that accept more declare it. */
const MAX_BODY_BYTES = 64 * 1024

/** Builds the API without listening. The caller closes it, and owns its dependencies. */
export async function createApp(deps: PortalDependencies): Promise<App> {
  const { settings, metrics } = deps
  const admission = new Admission(settings, metrics, { ...ADMISSION_LIMITS, ...deps.admissionLimits })
  const app: App = Fastify({
    serverFactory: (handler) => createHttpServer(admission.guard(handler)),
    clientErrorHandler: rejectBrokenRequest,
    loggerInstance: deps.log,
    trustProxy: settings.trustProxy.length > 0 ? settings.trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    requestIdHeader: false,
    genReqId: readRequestId,
    childLoggerFactory: createRequestLogger,
    exposeHeadRoutes: false,
    frameworkErrors: sendProblem,
    // Event streams never end by themselves. Other requests get their responses before the server closes.
    forceCloseConnections: 'idle',
    // Requests that still come over an open connection get normal responses.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })
  app.decorate('admission', admission)
  // Only JSON is accepted, because a form of another site cannot send it.
  app.removeContentTypeParser('text/plain')
  acceptEmptyBody(app)
  handleProblems(app)
  endGracefully(app, deps.stopping)
  warnAboutUnknownProxy(app)
  traceRequests(app, 'api')
  app.addHook('onRequest', async (request, reply) => {
    // Users report the first id to support, and the log has both.
    reply.headers(requestIds(request))
    const context = requestContext()
    if (context) context.ids = { reqId: request.id, trace_id: parseTraceId(currentTraceparent(request)) }
  })
  await app.register(helmet, securityHeaders(settings.origin))
  await app.register(cookie)

  metricsRoutes(app, deps, metrics)
  healthRoutes(app, deps)
  storedImageRoutes(app, deps)
  if (settings.demo) demoSmsRoutes(app, deps)
  await app.register(async (api) => registerApi(api, deps, admission), { prefix: '/api/v1' })
  return app
}

async function registerApi(app: App, deps: PortalDependencies, admission: Admission): Promise<void> {
  const { metrics } = deps
  addRequestHooks(app, deps, admission)

  const readConfirmation: ReadConfirmation = (userId, request) => readConfirmationRequest(deps, userId, request)
  // Automatic withdrawals stop when an account is secured.
  const accountSecured: AccountSecured = stopRules

  openapiRoutes(app, deps)
  sessionRoutes(app, deps)
  sessionBootstrapRoutes(app, deps)
  otpRoutes(app, deps, readConfirmation)
  passwordRoutes(app, deps, accountSecured)
  passkeyRoutes(app, deps, readConfirmation)
  userSessionRoutes(app, deps)
  invitationRoutes(app, deps, {
    restoreUser: (trx, user) => restoreDebtor(trx, user, deps.settings.vaultKeys),
    employeeJoined: openWallets,
  })
  profileRoutes(app, deps)
  personalDataRoutes(app, deps)
  publicSettingsRoutes(app, deps)
  callerAddressRoutes(app)
  pushRoutes(app, deps)
  appLockRoutes(app, deps)
  uploadRoutes(app, deps)
  employeeRoutes(app, deps)
  teamRoutes(app, deps)
  balanceRoutes(app, deps)
  const checkCeilings = createCeilingChecks(deps.settings.tipCeilings, metrics)
  tipRoutes(app, deps, checkCeilings('token'))
  tipWebhook(app, deps, checkCeilings('webhook'))
  trendRoutes(app, deps)
  operationRoutes(app, deps)
  statementRoutes(app, deps)
  reviewRoutes(app, deps)
  payoutMethodRoutes(app, deps)
  payoutRoutes(app, deps)
  sharingRoutes(app, deps)
  autoWithdrawalRoutes(app, deps)
  vaultRoutes(app, deps)
  liveRoutes(app, deps, metrics)
  telemetryRoutes(app, deps, metrics)
  releaseRoutes(app, deps)
  adminRoutes(app, deps, accountSecured)
}

/** Adds the hooks that each request passes before and after its route. */
function addRequestHooks(app: App, deps: PortalDependencies, admission: Admission): void {
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) admission.add(config.endpoint)
  })
  app.addHook('onSend', async (_request, reply) => {
    // Responses are about a user's money, so no cache may store them unless the route allows it.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  compressJson(app)
  guardOrigin(app, deps.settings.origin)
  guardServices(app, deps.settings)
  guardSession(app, deps, admission)
  guardOperatorSessions(app, deps)
}

/** The calls of operators. */
function adminRoutes(app: App, deps: PortalDependencies, accountSecured: AccountSecured): void {
  operatorAccessRoutes(app, deps)
  adminRestaurantRoutes(app, deps)
  adminInvitationRoutes(app, deps)
  adminEmployeeRoutes(app, deps)
  adminUserRoutes(app, deps)
  adminDisablingRoutes(app, deps, accountSecured)
  adminPayoutRoutes(app, deps)
  adminReconciliationRoutes(app, deps)
  adminLedgerRoutes(app, deps)
  adminAuditRoutes(app, deps)
  adminProposalRoutes(app, deps)
  operatorRoutes(app, deps)
}

/** The headers of data and of the API's own small pages. The portal's HTML has another policy. */
function securityHeaders(origin: string) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // As the pages': platform/server/http/security.ts.
    strictTransportSecurity: origin.startsWith('https:') && {
      maxAge: 63_072_000,
      includeSubDomains: true,
      preload: true,
    },
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
  }
}
