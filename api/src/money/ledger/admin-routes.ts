import * as contract from '@portal/contracts/admin/ledger'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { findEmployeeId } from '../../staff/employees/repository.ts'
import { checkLedger } from './check-ledger.ts'
import { readEmployeeLedger } from './employee-ledger.ts'
import { readTrialBalance } from './trial-balance.ts'

export function adminLedgerRoutes(app: App, { db }: AppDependencies): void {
  route(app, contract.getTrialBalance, () => readTrialBalance(db))
  route(app, contract.checkLedger, () => checkLedger(db))
  route(app, contract.getEmployeeLedger, async ({ params, query }) =>
    readEmployeeLedger(db, await findEmployeeId(db, params.id), query),
  )
}
