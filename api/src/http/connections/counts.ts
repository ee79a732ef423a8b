/** Counts connections of this process since its start, for `/metrics`. */
export const connectionCounts = {
  /** For which there was no place. */
  rejected: 0,
  /** That waited for their clients, so that new ones had a place. */
  closed: 0,
}
