export type Workplace = { restId: string; restaurant: string; employeeId: string }
export type TestUser = { id: string; name: string; phone: string; password: string; workplaces: Workplace[] }

export type WorkplaceOptions = {
  restaurant?: string
  bank?: string
  isDefault?: boolean
  isManager?: boolean
  /** The workplace of a colleague, to work at the same restaurant instead of a new one. */
  beside?: Workplace | undefined
}

/** The portal under test lacks the means for a test, which is skipped with this reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** Where the users of tests come from. */
export type Users = {
  /** Returns a user with an employee for each of the workplaces. @throws Unavailable when there is no such user */
  newUser(name?: string, workplaces?: readonly WorkplaceOptions[]): Promise<TestUser>
  /** Ends what was created for one test. */
  end(): Promise<void>
}
