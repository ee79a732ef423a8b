export type Place = { restId: string; restaurant: string; employeeId: string }
export type Waiter = { id: string; name: string; phone: string; password: string; places: Place[] }

export type PlaceOptions = {
  restaurant?: string
  bank?: string
  isDefault?: boolean
  isManager?: boolean
  /** The place of a colleague, to work at the same restaurant instead of a new one. */
  beside?: Place | undefined
}

/** The portal under test lacks the means for a test, which is skipped with this reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** Where the people of tests come from. */
export type People = {
  /** Returns a user with an employee for each of the places. @throws Unavailable when there is no such user */
  newWaiter(name?: string, places?: readonly PlaceOptions[]): Promise<Waiter>
  /** Ends what was created for one test. */
  end(): Promise<void>
}
