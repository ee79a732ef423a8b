import type { Balance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import type { Requirement } from '@portal/shared/manifest'

/** Facts about the signed-in user. They decide which pages open and what the menu shows. */
export type UserFacts = {
  /** The current employee is the one who holds the team's shared tips. */
  isDefaultEmployee: boolean
  /** The current employee is a manager of the current restaurant. */
  isManager: boolean
  /**
   * There is money to show: a balance or an average tip above zero at the current restaurant. Always true for former
   * employees.
   */
  hasMoneyToShow: boolean
  /** The rights of the user's account. */
  rights: readonly string[]
}

export function userFacts(employee: Employee, balance: Balance | undefined, rights: readonly string[]): UserFacts {
  return {
    isDefaultEmployee: employee.default,
    isManager: employee.manager,
    hasMoneyToShow: employee.is_former === true || (balance !== undefined && hasMoney(balance)),
    rights,
  }
}

function hasMoney({ avg_sum: averageTip, balance: available }: Balance): boolean {
  return averageTip > 0 || available > 0
}

export function isAllowed(requirement: Requirement | undefined, facts: UserFacts): boolean {
  switch (requirement) {
    case undefined:
      return true
    case 'default-employee':
      return facts.isDefaultEmployee
    case 'manager':
      return facts.isManager
    case 'money':
      return facts.hasMoneyToShow
    default:
      // Every other requirement is a right.
      return facts.rights.includes(requirement)
  }
}

/**
 * Whether a user who may not open such a page is told so in its place. From other pages the user is sent home.
 * Colleagues send each other links to these pages, and a redirect would not tell why one does not open.
 */
export function isRefusalShown(requirement: Requirement | undefined): boolean {
  return requirement !== undefined && requirement !== 'default-employee' && requirement !== 'money'
}
