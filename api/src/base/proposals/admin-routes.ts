import { listProposals, retractProposal } from '@portal/contracts/admin/proposal'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { adminRoute } from '../admin-route.ts'
import { openProposals, retract } from './second-operator.ts'

export function adminProposalRoutes(app: App, deps: AppDependencies): void {
  route(app, listProposals, async () => ({ items: await openProposals(deps.db) }))
  adminRoute(app, deps, retractProposal, ({ params, body, trx, actor }) => retract(trx, params.id, { ...body, actor }))
}
