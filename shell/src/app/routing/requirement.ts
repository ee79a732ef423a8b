import type { Balance } from '@portal/contracts/balance'
import type { Employee } from '@portal/contracts/employee'
import type { Requirement } from '@portal/shared/manifest'

/** Facts about the signed-in user. They decide which pages open and what the menu shows. */
export type PortalContext = {
  /** The current employee is the one who holds the team's shared tips. */
  isDefaultEmployee: boolean
  /** The current employee is a manager of the current restaurant. */
  isManager: boolean
  /** The average tip or the balance at the current restaurant is above zero. Former employees can always see money. */
  canSeeMoney: boolean
  /** The user may see and change the releases of the portal. */
  canSeeReleases: boolean
}

/** `rights` are those of the user's account. Until the balance is loaded, only former employees can see money. */
export function portalContext(
  employee: Employee,
  balance: Balance | undefined,
  rights: readonly string[] = [],
): PortalContext {
  return {
    isDefaultEmployee: employee.default,
    isManager: employee.manager,
    canSeeMoney: employee.is_former === true || (balance !== undefined && hasMoney(balance)),
    canSeeReleases: rights.includes('releases'),
  }
}

function hasMoney({ avg_sum: averageTip, balance: available }: Balance): boolean {
  return averageTip > 0 || available > 0
}

export function isAllowed(requirement: Requirement | undefined, context: PortalContext): boolean {
  switch (requirement) {
    case undefined:
      return true
    case 'default-employee':
      return context.isDefaultEmployee
    case 'manager':
      return context.isManager
    case 'money':
      return context.canSeeMoney
    case 'releases':
      return context.canSeeReleases
  }
}

/**
 * Users who may not open these pages see «Доступ запрещен». Colleagues send each other links to them, and a redirect
 * home would not tell why the page does not open.
 */
export function hasForbiddenBanner(requirement: Requirement | undefined): boolean {
  return requirement === 'manager' || requirement === 'releases'
}
