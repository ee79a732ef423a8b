/** Seconds until the next attempt after each failed one. A message is given up after ten attempts in eight hours. */
export const RETRY_DELAYS_SECONDS = [10, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400] as const
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1

/** How long a process may take for a batch. No batch takes longer, so only a process that has ended loses its lease. */
export const LEASE_SECONDS = 120
