import * as contract from '@portal/contracts/admin/ledger'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { findEmployeeId } from '../../staff/employees/records.ts'
import { checkLedger } from './check-ledger.ts'
import { employeeLedger } from './employee-ledger.ts'
import { trialBalance } from './trial-balance.ts'

export function adminLedgerRoutes(app: App, { db }: AppDependencies): void {
  route(app, contract.getTrialBalance, () => trialBalance(db))
  route(app, contract.checkLedger, () => checkLedger(db))
  route(app, contract.getEmployeeLedger, async ({ params, query }) =>
    employeeLedger(db, await findEmployeeId(db, params.id), query),
  )
}
